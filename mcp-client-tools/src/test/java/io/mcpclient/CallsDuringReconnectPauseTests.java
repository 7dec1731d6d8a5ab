package io.mcpclient;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.registry.McpToolNaming;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.settings.McpRetrySettings;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.testkit.Timed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** Pauses between attempts are a minute and more here: what connects sooner was a call. Faults A01, A12, G10. */
class CallsDuringReconnectPauseTests {

    private static final Duration SOON = Duration.ofSeconds(15);

    private static final Duration PAUSE = Duration.ofMinutes(4);

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private final AtomicBoolean down = new AtomicBoolean(true);

    /** A server behind a gateway, which answers for it while it is down. */
    private ScriptedLegacyServer behindGateway() {
        return ScriptedHttpServer.legacy(0, server -> server.onAny()
                .where(request -> this.down.get())
                .always()
                .reply(Reply.status(502)));
    }

    /** Does not repeat calls: each of them counts. */
    private McpClient client(String url) {
        return this.invariants.build(McpClient.builder("weather")
                .url(url)
                .retry(retry -> McpRetrySettings.none())
                .reconnect(reconnect -> reconnect.withIntervals(PAUSE, 2, PAUSE.multipliedBy(2))));
    }

    private static void assertCallFails(McpClient client) {
        assertThatExceptionOfType(McpException.class)
                .isThrownBy(() -> client.callTool("echo", Map.of()))
                .satisfies(failure -> assertThat(failure.outcome()).isEqualTo(McpOutcome.NOT_SENT));
    }

    private static void awaitPause(McpClient client) {
        await().atMost(SOON).untilAsserted(() -> assertThat(client.status().nextAttempt())
                .isAfter(Instant.now().plus(SOON.multipliedBy(2))));
    }

    @Test
    void callToolWhenServerIsBackDuringALongPauseConnects() {
        try (ScriptedLegacyServer server = behindGateway();
                McpClient client = client(server.url())) {
            client.session().start();
            awaitPause(client);
            for (int i = 0; i < 5; i++) {
                assertCallFails(client);
            }
            awaitPause(client);

            this.down.set(false);

            await().atMost(SOON).ignoreExceptions().untilAsserted(() -> assertThat(
                            client.callTool("echo", Map.of("city", "Oslo")).text())
                    .contains("Oslo"));
        }
    }

    @Test
    @Timed
    void manyCallsDuringAPauseCauseAtMostOneAttemptASecond() {
        try (ScriptedLegacyServer server = behindGateway();
                McpClient client = client(server.url())) {
            long begin = System.nanoTime();
            for (int i = 0; i < 1_000; i++) {
                assertCallFails(client);
            }
            long seconds = Duration.ofNanos(System.nanoTime() - begin).toSeconds();

            // The first three follow each other at once.
            assertThat(client.status().statistics().failedAttempts()).isBetween(3L, 3 + seconds + 1);
            assertThat(server.requests("server/discover")).hasSizeLessThanOrEqualTo((int) (3 + seconds + 1));
        }
    }

    @Test
    void registryWhenServerIsBackDuringALongPauseConnects() {
        ScriptedLegacyServer server = ScriptedHttpServer.legacy();
        int port = server.port();
        try (McpClient client = client(server.url());
                McpClients clients = new McpClients(List.of(client));
                McpToolRegistry registry = McpToolRegistry.of(clients, McpToolNaming.defaults())) {
            client.session().start();
            await().atMost(SOON).until(() -> registry.snapshot().find("echo").isPresent());
            server.close();
            await().atMost(SOON).until(() -> {
                client.reactive().ping().onErrorComplete().block(SOON);
                return !client.status().isConnected();
            });
            for (int i = 0; i < 5; i++) {
                assertThatExceptionOfType(McpException.class)
                        .isThrownBy(() -> registry.callTool("echo", Map.of()))
                        .satisfies(failure -> assertThat(failure.outcome()).isEqualTo(McpOutcome.NOT_SENT));
            }
            awaitPause(client);

            try (ScriptedLegacyServer again = ScriptedHttpServer.legacy(port, script -> {})) {
                await().atMost(SOON).ignoreExceptions().untilAsserted(() -> assertThat(
                                registry.callTool("echo", Map.of("city", "Oslo"))
                                        .text())
                        .contains("Oslo"));
                client.close();
            }
        }
    }
}
