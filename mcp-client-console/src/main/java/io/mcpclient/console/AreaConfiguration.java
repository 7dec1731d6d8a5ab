package io.mcpclient.console;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.mcpclient.McpClients;
import io.mcpclient.auth.McpAuthorizations;
import io.mcpclient.console.internal.content.LogArea;
import io.mcpclient.console.internal.content.LogBook;
import io.mcpclient.console.internal.content.PromptArea;
import io.mcpclient.console.internal.content.ResourceArea;
import io.mcpclient.console.internal.json.ConsoleJson;
import io.mcpclient.console.internal.live.EventStreams;
import io.mcpclient.console.internal.server.FileArea;
import io.mcpclient.console.internal.server.ServerArea;
import io.mcpclient.console.internal.server.ServerViews;
import io.mcpclient.console.internal.server.ServerWatch;
import io.mcpclient.console.internal.tool.RunArea;
import io.mcpclient.console.internal.tool.RunHistory;
import io.mcpclient.console.internal.tool.RunRecorder;
import io.mcpclient.console.internal.tool.SeenTools;
import io.mcpclient.console.internal.tool.ToolArea;
import io.mcpclient.console.internal.wire.CallOwner;
import io.mcpclient.console.internal.wire.WireLog;
import io.mcpclient.registry.McpPromptRegistry;
import io.mcpclient.registry.McpResourceRegistry;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.spring.McpServers;

/** The areas of the page that show servers and call them. */
@Configuration(proxyBeanMethods = false)
class AreaConfiguration {

    @Bean
    ServerArea mcpConsoleServerArea(
            Access mcpConsoleAccess,
            McpClients clients,
            ObjectProvider<McpServers> servers,
            McpToolRegistry tools,
            McpPromptRegistry prompts,
            McpResourceRegistry resources,
            ObjectProvider<McpAuthorizations> authorizations,
            WireLog mcpConsoleWireLog) {
        return new ServerArea(
                new ServerViews(clients, servers, tools, authorizations, mcpConsoleWireLog),
                clients,
                servers,
                new ServerArea.Registries(tools, prompts, resources),
                mcpConsoleAccess.canAdd());
    }

    @Bean
    FileArea mcpConsoleFileArea(Access mcpConsoleAccess, ObjectProvider<McpServers> servers) {
        return new FileArea(servers, mcpConsoleAccess.canAdd());
    }

    @Bean
    ServerWatch mcpConsoleServerWatch(
            EventStreams mcpConsoleEventStreams, McpClients clients, CallOwner mcpConsoleCallOwner) {
        return new ServerWatch(mcpConsoleEventStreams, clients, mcpConsoleCallOwner);
    }

    @Bean
    SeenTools mcpConsoleSeenTools() {
        return new SeenTools();
    }

    @Bean
    ToolArea mcpConsoleToolArea(
            McpToolRegistry tools,
            McpClients clients,
            SeenTools mcpConsoleSeenTools,
            EventStreams mcpConsoleEventStreams,
            ConsoleJson mcpConsoleJson) {
        return new ToolArea(tools, clients, mcpConsoleSeenTools, mcpConsoleEventStreams, mcpConsoleJson);
    }

    @Bean
    RunRecorder mcpConsoleRunRecorder(
            McpConsoleProperties properties,
            McpToolRegistry tools,
            McpClients clients,
            LogBook mcpConsoleLogBook,
            ConsoleJson mcpConsoleJson,
            EventStreams mcpConsoleEventStreams) {
        RunHistory history = new RunHistory(
                properties.calls().maxCalls(), properties.calls().maxSize().toBytes());
        return new RunRecorder(
                tools,
                history,
                mcpConsoleJson,
                mcpConsoleEventStreams,
                new RunRecorder.ServerLogs(clients, mcpConsoleLogBook),
                McpConsoleAutoConfiguration.clock());
    }

    @Bean
    RunArea mcpConsoleRunArea(McpToolRegistry tools, RunRecorder mcpConsoleRunRecorder, ConsoleJson mcpConsoleJson) {
        return new RunArea(tools, mcpConsoleRunRecorder, mcpConsoleJson);
    }

    @Bean
    ResourceArea mcpConsoleResourceArea(McpResourceRegistry resources, McpClients clients, ConsoleJson mcpConsoleJson) {
        return new ResourceArea(resources, clients, mcpConsoleJson);
    }

    @Bean
    PromptArea mcpConsolePromptArea(McpPromptRegistry prompts, McpClients clients, ConsoleJson mcpConsoleJson) {
        return new PromptArea(prompts, clients, mcpConsoleJson);
    }

    @Bean
    LogBook mcpConsoleLogBook(
            EventStreams mcpConsoleEventStreams,
            CallOwner mcpConsoleCallOwner,
            ConsoleJson mcpConsoleJson,
            McpClients clients) {
        LogBook book = new LogBook(
                mcpConsoleEventStreams, mcpConsoleCallOwner, mcpConsoleJson, McpConsoleAutoConfiguration.clock());
        clients.addListener(book);
        return book;
    }

    @Bean
    LogArea mcpConsoleLogArea(LogBook mcpConsoleLogBook, McpClients clients) {
        return new LogArea(mcpConsoleLogBook, clients);
    }
}
