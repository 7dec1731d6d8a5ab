package io.mcpclient.internal.connection;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.mcpclient.McpClient;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpInitializationException;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.status.McpConnectionStatistics;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

@Timeout(30)
class ConnectionStatisticsTests {

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private McpClient client(ScriptedHttpServer server) {
        return this.invariants.build(McpClient.builder("weather")
                .url(server.url())
                .protocol(protocol -> protocol.withEra(McpProtocol.LEGACY))
                .timeouts(timeouts -> timeouts.withConnect(Duration.ofSeconds(5))));
    }

    @Test
    void connectionStatisticsBeforeFirstUseAreZero() {
        try (ScriptedHttpServer server = new ScriptedHttpServer();
                McpClient client = client(server)) {
            assertThat(client.status().statistics()).isEqualTo(new McpConnectionStatistics(0, 0, 0, 0, null, null));
        }
    }

    @Test
    void lastAnswerIsTheTimeOfTheLastResponseWhateverItsResult() {
        try (ScriptedLegacyServer server = this.invariants.watch(ScriptedHttpServer.legacy());
                McpClient client = client(server)) {
            client.session().connect();
            assertThat(client.status().statistics().lastAnswer()).isNull();

            Instant before = Instant.now().truncatedTo(ChronoUnit.MILLIS);
            client.callTool("echo", Map.of());
            Instant first = client.status().statistics().lastAnswer();
            assertThat(first).isNotNull().isAfterOrEqualTo(before);

            await().until(() -> Instant.now().truncatedTo(ChronoUnit.MILLIS).isAfter(first));
            server.on("tools/call").reply(Reply.error(-32602, "no such tool"));
            assertThat(catchThrowable(() -> client.callTool("none", Map.of()))).isInstanceOf(McpRequestException.class);
            Instant second = client.status().statistics().lastAnswer();
            assertThat(second).isAfter(first);

            server.on("tools/call").reply(Reply.reset());
            assertThat(catchThrowable(() -> client.callTool("echo", Map.of()))).isInstanceOf(McpException.class);
            assertThat(client.status().statistics().lastAnswer()).isEqualTo(second);
        }
    }

    // The application may ask for it; no message, log or description of the client has it (SEC-30).
    @Test
    void sessionIdIsThatOfTheCurrentSession() {
        try (ScriptedLegacyServer server = this.invariants.watch(ScriptedHttpServer.legacy());
                McpClient client = client(server)) {
            assertThat(client.status().sessionId()).isNull();

            client.callTool("echo", Map.of());
            String first = client.status().sessionId();
            assertThat(first)
                    .isNotNull()
                    .isEqualTo(server.requests("tools/call").get(0).header(ScriptedLegacyServer.SESSION_HEADER));
            assertThat(client.toString() + client.status()).doesNotContain(first);

            server.forgetSessions();
            client.callTool("echo", Map.of());
            assertThat(client.status().sessionId()).isNotNull().isNotEqualTo(first);

            client.session().dispose();
            assertThat(client.status().sessionId()).isNull();
        }
    }

    // fault D01: a renewed session is distinguished from a re-established connection
    @Test
    void connectionStatisticsWhenSessionIsRenewedCountTheRenewal() {
        try (ScriptedLegacyServer server = this.invariants.watch(ScriptedHttpServer.legacy());
                McpClient client = client(server)) {
            client.callTool("echo", Map.of());
            McpConnectionStatistics first = client.status().statistics();
            assertThat(first.connects()).isEqualTo(1);
            assertThat(first.sessionRenewals()).isZero();
            assertThat(first.connectedSince()).isNotNull();

            server.forgetSessions();
            client.callTool("echo", Map.of());

            McpConnectionStatistics second = client.status().statistics();
            assertThat(second.connects()).isEqualTo(2);
            assertThat(second.sessionRenewals()).isEqualTo(1);
            assertThat(second.reconnects()).isZero();
            assertThat(second.failedAttempts()).isZero();
            assertThat(second.connectedSince()).isAfterOrEqualTo(first.connectedSince());
        }
    }

    @Test
    void connectionStatisticsWhenConnectionIsReestablishedCountsIt() {
        FakeTransport fake = new FakeTransport();
        try (McpClient client = this.invariants.build(McpClient.builder("weather")
                .transport(fake)
                .protocol(protocol -> protocol.withEra(McpProtocol.LEGACY)))) {
            client.session().connect();
            fake.breakDown(FakeTransport.broken("gone"));
            assertThat(client.status().statistics().connectedSince()).isNull();

            client.callTool("echo", Map.of());

            assertThat(client.status().statistics().reconnects()).isEqualTo(1);
            assertThat(client.status().statistics().sessionRenewals()).isZero();
        }
    }

    @Test
    void connectionStatisticsWhenAttemptFailsCountIt() {
        try (ScriptedLegacyServer server = this.invariants.watch(ScriptedHttpServer.legacy());
                McpClient client = client(server)) {
            server.on("initialize").reply(Reply.status(500));
            catchThrowableOfType(McpInitializationException.class, client.session()::connect);

            client.session().connect();
            assertThat(client.status().statistics().failedAttempts()).isEqualTo(1);
            client.session().dispose();
            client.session().connect();

            McpConnectionStatistics statistics = client.status().statistics();
            assertThat(statistics.connects()).isEqualTo(2);
            assertThat(statistics.reconnects() + statistics.sessionRenewals()).isZero();
        }
    }
}
