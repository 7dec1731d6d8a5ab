package io.mcpclient.autoconfigure;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import io.mcpclient.McpClient;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class LogLevelTests {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, McpClientAutoConfiguration.class))
            .withPropertyValues("mcp.defaults.start=lazy");

    // LOG-01: a new session does not have the level of the previous one
    @Test
    void whenLogLevelIsSetThenServerIsNotifiedAfterEveryConnect() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            server.on("initialize").times(2).reply(LogLevelTests::withLogging);
            server.on("logging/setLevel").times(2).reply(Reply.result("{}"));
            this.runner
                    .withPropertyValues(
                            "mcp.servers.weather.url=" + server.url(), "mcp.servers.weather.log-level=warning")
                    .run(context -> {
                        McpClient client = context.getBean(McpClient.class);
                        client.session().connect();
                        RecordedRequest first = server.awaitRequests("logging/setLevel", 1, LIMIT)
                                .get(0);
                        assertThat(first.json().at("/params/level").asString()).isEqualTo("warning");
                        client.session().dispose();
                        client.session().connect();
                        server.awaitRequests("logging/setLevel", 2, LIMIT);
                    });
        }
    }

    // LOG-03: the strict server fails the test if it is asked all the same
    @Test
    void whenServerHasNoLogThenItIsNotNotified() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            this.runner
                    .withPropertyValues("mcp.servers.weather.url=" + server.url(), "mcp.defaults.log-level=debug")
                    .run(context -> {
                        context.getBean(McpClient.class).ping();
                        assertThat(server.requests("logging/setLevel")).isEmpty();
                    });
        }
    }

    private static Reply withLogging(RecordedRequest request) {
        return Reply.result("{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"logging\":{}},"
                        + "\"serverInfo\":{\"name\":\"scripted\",\"version\":\"1\"}}")
                .withHeader(ScriptedLegacyServer.SESSION_HEADER, "s");
    }
}
