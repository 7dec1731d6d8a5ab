package io.mcpclient.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;

import io.mcpclient.McpClient;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@Timeout(60)
class RegistryEventsTests {

    @Test
    void whenServerHasPromptsAndResourcesThenEventsTellOfThem() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            server.on("initialize")
                    .reply(Reply.result("{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"prompts\":{},"
                                    + "\"resources\":{}},\"serverInfo\":{\"name\":\"scripted\",\"version\":\"1\"}}")
                            .withHeader(ScriptedLegacyServer.SESSION_HEADER, "s"));
            server.on("prompts/list").always().reply(Reply.result("{\"prompts\":[{\"name\":\"letter\"}]}"));
            server.on("resources/list")
                    .always()
                    .reply(Reply.result("{\"resources\":[{\"uri\":\"notes:///1\",\"name\":\"one\"}]}"));
            server.on("resources/templates/list").optionally().reply(Reply.result("{\"resourceTemplates\":[]}"));
            new ApplicationContextRunner()
                    .withConfiguration(
                            AutoConfigurations.of(SslAutoConfiguration.class, McpClientAutoConfiguration.class))
                    .withPropertyValues("mcp.servers.weather.url=" + server.url(), "mcp.servers.weather.start=lazy")
                    .withUserConfiguration(Events.class)
                    .run(context -> {
                        List<String> seen = context.getBean(Events.class).seen;
                        context.getBean(McpClient.class).connect();
                        await().atMost(Duration.ofSeconds(10))
                                .untilAsserted(() -> assertThat(seen).contains("prompt letter", "resource notes:///1"));
                    });
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Events {

        final List<String> seen = new CopyOnWriteArrayList<>();

        @EventListener
        void onPrompts(McpPromptsChangedEvent event) {
            event.snapshot().prompts().forEach(prompt -> this.seen.add("prompt " + prompt.name()));
        }

        @EventListener
        void onResources(McpResourcesChangedEvent event) {
            event.snapshot()
                    .resources()
                    .forEach(resource ->
                            this.seen.add("resource " + resource.resource().uri()));
        }
    }
}
