package io.mcpclient.autoconfigure;

import java.time.Duration;
import java.util.List;

import ch.qos.logback.classic.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.slf4j.Logger;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.error.McpException;
import io.mcpclient.testkit.BadRequestServer;
import io.mcpclient.testkit.CapturedLog;
import io.mcpclient.testkit.RefusedPort;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

/**
 * What an operator reads while servers are in trouble for long: a line when an outage begins, a line when it ends, and nothing else
 * from any logger, however many attempts fail in between.
 */
@Timeout(120)
class OutageLogTests {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private static final int ATTEMPTS = 6;

    @RegisterExtension
    final CapturedLog log = CapturedLog.of(Logger.ROOT_LOGGER_NAME).at(Level.INFO);

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, McpClientAutoConfiguration.class))
            .withPropertyValues(
                    "mcp.defaults.reconnect.initial-interval=20ms", "mcp.defaults.reconnect.max-interval=40ms");

    /** What was logged at INFO and above, by anybody. */
    private List<String> lines() {
        return this.log.messages();
    }

    private List<String> linesOf(String server) {
        return lines().stream()
                .filter(line -> line.startsWith("MCP server \"" + server + "\""))
                .toList();
    }

    private List<String> levelsOf(String server) {
        return this.log.events().stream()
                .filter(event -> event.getFormattedMessage().startsWith("MCP server \"" + server + "\""))
                .map(event -> event.getLevel().toString())
                .toList();
    }

    // faults A04, E04, D01
    @Test
    void outageAndRecoveryAreLoggedInOneLineEach() {
        try (BadRequestServer plain = new BadRequestServer();
                ScriptedLegacyServer neverKilled = ScriptedHttpServer.legacy();
                RefusedPort port = new RefusedPort()) {
            this.runner
                    .withPropertyValues(
                            "mcp.servers.steady.url=" + neverKilled.url(),
                            "mcp.servers.tls.url=https://127.0.0.1:" + plain.port() + "/mcp",
                            "mcp.servers.crashing.command=/bin/sh",
                            "mcp.servers.crashing.args=-c,echo cannot open the database >&2; exit 3",
                            "mcp.servers.killed.url=" + port.url())
                    .run(context -> {
                        McpClients clients = context.getBean(McpClients.class);
                        McpClient killed = clients.get("killed");
                        awaitFailures(killed, 2);
                        for (int kills = 0; kills < 3; kills++) {
                            try (ScriptedLegacyServer server =
                                    ScriptedHttpServer.legacy(port.port(), ScriptedHttpServer::withoutVerification)) {
                                await().atMost(LIMIT)
                                        .until(() -> killed.status().isConnected());
                            }
                            // an idle connection may not notice
                            assertThat(catchThrowable(killed::ping)).isInstanceOf(McpException.class);
                            awaitFailures(killed, 2);
                        }
                        awaitFailures(clients.get("tls"), ATTEMPTS);
                        awaitFailures(clients.get("crashing"), ATTEMPTS);
                    });
        }
        assertThat(levelsOf("steady")).containsExactly("INFO", "INFO");
        assertThat(levelsOf("tls")).containsExactly("INFO", "WARN");
        assertThat(linesOf("crashing"))
                .hasSize(3)
                .filteredOn(line -> line.endsWith("stderr: cannot open the database"))
                .hasSize(1);
        assertThat(levelsOf("crashing")).containsOnlyOnce("WARN");
        assertThat(levelsOf("killed")).containsExactly("INFO", "WARN", "INFO", "WARN", "INFO", "WARN", "INFO", "WARN");
        assertThat(linesOf("killed").get(2)).containsPattern("connected after [0-9.]+ m?s, revision 2025-11-25");
        assertThat(linesOf("killed").get(4)).containsPattern("reconnected after [0-9.]+ m?s, revision 2025-11-25");
        assertThat(this.log.events())
                .filteredOn(event -> event.getThrowableProxy() != null)
                .isEmpty();
        // beside these, once: both servers have a tool of the same name
        assertThat(lines()).filteredOn(line -> !line.contains("MCP server \"")).isEmpty();
        assertThat(lines())
                .filteredOn(line -> line.contains("\"steady\" as steady_echo"))
                .hasSizeLessThanOrEqualTo(1);
    }

    private static void awaitFailures(McpClient client, long more) {
        long until = client.status().statistics().failedAttempts() + more;
        await().atMost(LIMIT).until(() -> client.status().statistics().failedAttempts() >= until);
    }
}
