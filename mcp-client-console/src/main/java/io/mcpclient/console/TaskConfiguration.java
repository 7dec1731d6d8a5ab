package io.mcpclient.console;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.mcpclient.McpClients;
import io.mcpclient.console.internal.json.ConsoleJson;
import io.mcpclient.console.internal.live.EventStreams;
import io.mcpclient.console.internal.task.TaskArea;
import io.mcpclient.console.internal.task.TaskFollower;
import io.mcpclient.registry.McpToolRegistry;

/** Tasks of servers. */
@Configuration(proxyBeanMethods = false)
class TaskConfiguration {

    @Bean
    TaskArea mcpConsoleTaskArea(
            McpToolRegistry tools,
            McpClients clients,
            EventStreams mcpConsoleEventStreams,
            ConsoleJson mcpConsoleJson) {
        return new TaskArea(
                tools,
                clients,
                new TaskFollower(mcpConsoleEventStreams, mcpConsoleJson),
                McpConsoleAutoConfiguration.clock());
    }
}
