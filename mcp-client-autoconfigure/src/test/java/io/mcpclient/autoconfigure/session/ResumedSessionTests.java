package io.mcpclient.autoconfigure.session;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import io.mcpclient.McpClient;
import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.error.McpInitializationException;
import io.mcpclient.spring.McpRequiredServerException;
import io.mcpclient.store.InMemoryMcpSessionStore;
import io.mcpclient.store.McpSessionStore;
import io.mcpclient.testkit.RefusedPort;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A session that is remembered from the start before is no proof that the server is there. */
@Timeout(60)
class ResumedSessionTests {

    private static final Duration LIMIT = Duration.ofSeconds(15);

    private final McpSessionStore store = new InMemoryMcpSessionStore();

    private ApplicationContextRunner runner(RefusedPort port) {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        SslAutoConfiguration.class,
                        McpClientAutoConfiguration.class,
                        McpSessionAutoConfiguration.class))
                .withBean("applicationStore", McpSessionStore.class, () -> this.store)
                .withPropertyValues(
                        "mcp.session.keep-on-shutdown=true",
                        "mcp.session.instance-id=one",
                        "mcp.servers.weather.url=" + port.url());
    }

    /** A run of the application that leaves its session behind. */
    private void run(RefusedPort port) {
        try (ScriptedLegacyServer server = port.openLegacy()) {
            runner(port).withPropertyValues("mcp.servers.weather.required=true").run(context -> assertThat(context)
                    .hasNotFailed());
            assertThat(server.requests("DELETE")).isEmpty();
        }
    }

    // A05
    @Test
    void whenRequiredServerIsDownThenStartFailsInSpiteOfTheSession() {
        try (RefusedPort port = new RefusedPort()) {
            run(port);

            runner(port).withPropertyValues("mcp.servers.weather.required=true").run(context -> assertThat(
                            context.getStartupFailure())
                    .cause()
                    .isInstanceOfSatisfying(McpRequiredServerException.class, failure -> assertThat(failure.getCause())
                            .isInstanceOf(McpInitializationException.class)
                            .hasMessageContaining("refused")));
        }
    }

    // A05: a server that is not required is waited for, and the session with it
    @Test
    void whenServerComesBackWithItsSessionsThenThereIsNoHandshake() {
        try (RefusedPort port = new RefusedPort()) {
            run(port);

            runner(port).run(context -> {
                McpClient client = context.getBean(McpClient.class);
                await().atMost(LIMIT).until(() -> client.status().lastError() != null);
                assertThat(client.status().isConnected()).isFalse();
                try (ScriptedLegacyServer back = port.openLegacy(server -> server.knowingSession("session-1"))) {
                    await().atMost(LIMIT).until(() -> client.status().isConnected());
                    assertThat(back.requests("initialize")).isEmpty();
                    context.close();
                }
            });
        }
    }
}
