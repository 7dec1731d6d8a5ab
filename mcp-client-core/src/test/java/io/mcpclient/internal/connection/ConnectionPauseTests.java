package io.mcpclient.internal.connection;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import io.mcpclient.McpClient;
import io.mcpclient.McpClientBuilder;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpInitializationException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpSessionException;
import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.settings.McpCircuitBreakerSettings;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.settings.McpRetrySettings;
import io.mcpclient.status.McpClientState;
import io.mcpclient.status.McpServerStatus;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.RefusedPort;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.testkit.Timed;
import io.mcpclient.testkit.VirtualTime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

/** What calls get while a connection that is lost time and again is left alone: A01, A12, D07, D17, D18, E04. */
@Timeout(60)
class ConnectionPauseTests {

    private static final Duration SOON = Duration.ofSeconds(10);

    private static final Duration CONNECT = Duration.ofSeconds(5);

    /** Longer than any test takes. */
    private static final Duration LONG = Duration.ofMinutes(5);

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private static McpClientBuilder builder(Duration firstPause) {
        return McpClient.builder("weather")
                .protocol(protocol -> protocol.withEra(McpProtocol.LEGACY))
                .retry(retry -> McpRetrySettings.none()) // tests the layers below
                .circuitBreaker(breaker -> McpCircuitBreakerSettings.disabled())
                .timeouts(timeouts -> timeouts.withConnect(CONNECT).withRequest(SOON))
                .reconnect(reconnect -> reconnect.withIntervals(firstPause, 2, LONG));
    }

    private static McpException failedCall(McpClient client) {
        return catchThrowableOfType(McpException.class, () -> client.callTool("echo", Map.of()));
    }

    // fault D07: a server that never keeps a session; the client is used by calls alone
    @Test
    void callsFailAtOnceAfterThreeLosses() {
        try (ScriptedLegacyServer server = this.invariants.watch(ScriptedHttpServer.legacy());
                McpClient client = this.invariants.build(builder(LONG).url(server.url()))) {
            server.on("tools/call").times(3).reply(Reply.status(404));

            assertThat(failedCall(client))
                    .isInstanceOf(McpSessionException.class); // two losses: the call and its repetition
            assertThat(client.status().nextAttempt()).isNull();
            McpException third = failedCall(client);

            assertThat(third).isInstanceOf(McpSessionException.class);
            McpServerStatus status = client.status().connection();
            assertThat(status.state()).isEqualTo(McpClientState.DISCONNECTED);
            assertThat(status.lastError()).isInstanceOf(McpSessionException.class);
            assertThat(status.nextAttempt()).isBefore(Instant.now().plusSeconds(2));
            McpException held = failedCall(client);
            assertThat(held)
                    .isInstanceOf(McpSessionException.class)
                    .hasMessageContaining("not connected, next attempt at ")
                    .hasMessageContaining("the session is gone");
            assertThat(held.outcome()).isEqualTo(McpOutcome.NOT_SENT);
            assertThat(server.requests("initialize")).hasSize(3);
            assertThat(server.requests("tools/call")).hasSize(3);
        }
    }

    // fault D11: the text of the error
    @Test
    void errorAfterThreeLostSessionsNamesTheMostLikelyCause() {
        try (ScriptedLegacyServer server = this.invariants.watch(ScriptedHttpServer.legacy());
                McpClient client = this.invariants.build(builder(LONG).url(server.url()))) {
            server.on("tools/call").times(3).reply(Reply.status(404));
            failedCall(client);
            failedCall(client);

            assertThat(failedCall(client))
                    .hasMessageContaining("the server appears to be load-balanced without shared sessions")
                    .hasMessageContaining("cookies-enabled");
            assertThat(client.status().lastError()).hasMessageContaining("balanced without shared sessions");
        }
    }

    static Stream<Reply> denials() {
        return Stream.of(
                Reply.status(404),
                Reply.json(
                        400,
                        "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32000,\"message\":\"Bad Request: Server not"
                                + " initialized\"}}"),
                Reply.status(400, "text/plain", "No valid session ID provided"));
    }

    // fault D11: the server denies its own session at once, and nobody may ever try again
    @ParameterizedTest
    @MethodSource("denials")
    void sessionRejectedDuringTheHandshakeReportsUnsharedSessionsAsCause(Reply denial) {
        try (ScriptedLegacyServer server = this.invariants.watch(ScriptedHttpServer.legacy());
                McpClient client = this.invariants.build(builder(LONG).url(server.url()))) {
            server.on("notifications/initialized").reply(denial);

            assertThat(failedCall(client)).satisfies(ConnectionPauseTests::namesUnsharedSessions);
            assertThat(client.status().lastError()).satisfies(ConnectionPauseTests::namesUnsharedSessions);
        }
    }

    @ParameterizedTest
    @MethodSource("denials")
    void rejectionOfANewSessionReportsUnsharedSessionsAsCause(Reply denial) {
        try (ScriptedLegacyServer server = this.invariants.watch(ScriptedHttpServer.legacy());
                McpClient client = this.invariants.build(builder(LONG).url(server.url()))) {
            server.on("tools/call").times(2).reply(denial);
            server.on("ping").optionally().reply(denial);

            assertThat(failedCall(client)).satisfies(ConnectionPauseTests::namesUnsharedSessions);
        }
    }

    /** A tool that the server does not route anywhere. */
    @Test
    void notFoundForOneToolMentionsThatTheSessionMayBeIntact() {
        try (ScriptedLegacyServer server = this.invariants.watch(ScriptedHttpServer.legacy());
                McpClient client = this.invariants.build(builder(LONG).url(server.url()))) {
            server.on("tools/call").times(2).reply(Reply.status(404));

            assertThat(failedCall(client))
                    .hasMessageContaining(
                            "If other requests succeed, the session is intact, and the server answers this request"
                                    + " with status 404.");

            assertThat(client.callTool("echo", Map.of("city", "Oslo")).text()).contains("Oslo");
        }
    }

    private static void namesUnsharedSessions(@Nullable Throwable error) {
        assertThat(error)
                .hasMessageContaining(" ms after the server opened it")
                .hasMessageContaining("The server appears to be load-balanced without shared sessions. Share sessions")
                .hasMessageContaining("set mcp.servers.weather.cookies-enabled");
    }

    // a server that was restarted denies its sessions too
    @Test
    void rejectionOfAnOlderSessionReportsNoCause() {
        VirtualTime time = new VirtualTime();
        try (ScriptedLegacyServer server = this.invariants.watch(ScriptedHttpServer.legacy());
                McpClient client =
                        this.invariants.build(builder(LONG).time(time).url(server.url()))) {
            server.on("tools/call").times(2).reply(request -> {
                time.advance(Duration.ofSeconds(2));
                return Reply.status(404);
            });

            assertThat(failedCall(client))
                    .hasMessageContaining("the session is gone")
                    .hasMessageNotContaining("load-balanced");
        }
    }

    // faults A12, D17: no storm of handshakes, whatever the number of callers
    @Test
    void callsDuringThePauseCauseNoHandshake() {
        try (ScriptedLegacyServer server = this.invariants.watch(ScriptedHttpServer.legacy());
                McpClient client = this.invariants.build(builder(LONG).url(server.url()))) {
            server.on("initialize").times(3).reply(Reply.status(500));
            for (int i = 0; i < 3; i++) {
                assertThat(failedCall(client)).isInstanceOf(McpInitializationException.class);
            }

            List<CompletableFuture<CallToolResult>> calls = IntStream.range(0, 200)
                    .mapToObj(i -> client.reactive().callTool("echo", Map.of()).toFuture())
                    .toList();

            assertThat(calls).allSatisfy(call -> assertThat(call)
                    .failsWithin(SOON)
                    .withThrowableOfType(ExecutionException.class)
                    .havingCause()
                    .isInstanceOfSatisfying(McpConnectionException.class, held -> assertThat(held.outcome())
                            .isEqualTo(McpOutcome.NOT_SENT))
                    .withMessageContaining("HTTP 500"));
            assertThat(server.requests("initialize")).hasSize(3);
        }
    }

    // fault D17: those who wait for it share one failure, which must not grow with their number
    @Test
    void sharedFailureReferencesABoundedNumberOfCalls() {
        try (ScriptedLegacyServer server = this.invariants.watch(ScriptedHttpServer.legacy());
                McpClient client = this.invariants.build(builder(LONG).url(server.url()))) {
            server.on("initialize").times(3).reply(Reply.status(500));
            for (int i = 0; i < 3; i++) {
                failedCall(client);
            }
            McpException held = failedCall(client);

            for (int i = 0; i < 100; i++) {
                assertThat(failedCall(client)).isSameAs(held);
            }

            assertThat(held.getSuppressed()).hasSizeBetween(1, 8);
            assertThat(held).hasStackTraceContaining("waited for here");
        }
    }

    // fault D07: asking for a connection in so many words is no storm
    @Test
    void explicitConnectIgnoresThePause() {
        try (ScriptedLegacyServer server = this.invariants.watch(ScriptedHttpServer.legacy());
                McpClient client = this.invariants.build(builder(LONG).url(server.url()))) {
            server.on("initialize").times(3).reply(Reply.status(500));
            for (int i = 0; i < 3; i++) {
                failedCall(client);
            }
            assertThat(failedCall(client)).hasMessageContaining("next attempt at");

            client.session().connect();

            client.callTool("echo", Map.of());
            assertThat(client.status().nextAttempt()).isNull();
            assertThat(client.status().statistics().failedAttempts()).isEqualTo(3);
        }
    }

    // fault A01: recovers without a new client
    @Test
    void callAfterThePauseConnects() {
        try (RefusedPort port = new RefusedPort();
                McpClient client =
                        this.invariants.build(builder(Duration.ofMillis(50)).url(port.url()))) {
            await().atMost(SOON).untilAsserted(() -> assertThat(failedCall(client))
                    .hasMessageContaining("next attempt at")
                    .hasMessageContaining("connection refused"));

            try (ScriptedLegacyServer server = this.invariants.watch(port.openLegacy())) {
                await().atMost(SOON).ignoreExceptions().untilAsserted(() -> client.callTool("echo", Map.of()));

                assertThat(server.sessionsOpened()).isEqualTo(1);
            }
        }
    }

    // fault E04: a client that is kept connected shows when it will be back, and holds calls, too
    @Test
    void callsOfAStartedClientFailDuringThePauseToo() {
        FakeTransport fake = new FakeTransport();
        try (McpClient client =
                this.invariants.build(builder(Duration.ofMillis(200)).transport(fake))) {
            fake.onInitialized = () -> fake.breakDown(FakeTransport.broken("crash"));
            client.session().start();

            await().atMost(SOON).untilAsserted(() -> {
                assertThat(client.status().state()).isEqualTo(McpClientState.RECONNECTING);
                assertThat(client.status().lastError()).hasMessageContaining("crash");
                assertThat(failedCall(client)).hasMessageContaining("next attempt at");
            });
            fake.onInitialized = () -> {};
            await().atMost(SOON).until(() -> client.status().isConnected());
            client.callTool("echo", Map.of());
        }
    }

    // faults A12, D17: the cause of the attempt, not "session lost"; the next call tries again
    @ParameterizedTest
    @CsvSource({"401, credentials are missing", "500, HTTP 500", "503, HTTP 503", "0, no response within"})
    void failedSessionRenewalReportsTheReason(int status, String why) {
        VirtualTime time = new VirtualTime();
        try (ScriptedLegacyServer server = this.invariants.watch(ScriptedHttpServer.legacy());
                McpClient client =
                        this.invariants.build(builder(LONG).url(server.url()).time(time))) {
            client.session().connect();
            server.forgetSessions();
            server.on("initialize").reply((status != 0) ? Reply.status(status) : Reply.neverAnswer());

            McpException failure = (status != 0)
                    ? failedCall(client)
                    : time.elapse(CONNECT, () -> failedCall(client), () -> server.awaitRequests("initialize", 2, SOON));

            assertThat(failure).hasMessageContaining(why);
            assertThat(failure.outcome()).isIn(McpOutcome.NOT_SENT, McpOutcome.REJECTED);
            client.callTool("echo", Map.of());
            assertThat(client.status().statistics().failedAttempts()).isEqualTo(1);
            assertThat(client.status().statistics().sessionRenewals()).isEqualTo(1);
        }
    }

    // fault D18: each waits for its own time at most, and all for one handshake
    @Test
    @Timed
    void callsWaitingForAHangingRenewalEndAtTheirOwnDeadline() {
        try (ScriptedLegacyServer server = this.invariants.watch(ScriptedHttpServer.legacy());
                McpClient client = this.invariants.build(builder(LONG)
                        .timeouts(timeouts -> timeouts.withConnect(Duration.ofSeconds(4)))
                        .url(server.url()))) {
            client.session().connect();
            server.forgetSessions();
            server.on("initialize").reply(Reply.neverAnswer());
            long begin = System.nanoTime();

            List<CompletableFuture<CallToolResult>> patient = calls(client, SOON);
            List<CompletableFuture<CallToolResult>> hasty = calls(client, Duration.ofMillis(500));

            assertThat(hasty).allSatisfy(call -> assertThat(call)
                    .failsWithin(Duration.ofSeconds(3))
                    .withThrowableOfType(ExecutionException.class)
                    .withCauseInstanceOf(McpTimeoutException.class));
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(3));
            assertThat(patient).allSatisfy(call -> assertThat(call)
                    .failsWithin(SOON)
                    .withThrowableOfType(ExecutionException.class)
                    .withCauseInstanceOf(McpInitializationException.class));
            assertThat(server.requests("initialize")).hasSize(2);
            assertThat(client.status().inFlight()).isZero();
        }
    }

    private static List<CompletableFuture<CallToolResult>> calls(McpClient client, Duration timeout) {
        return IntStream.range(0, 50)
                .mapToObj(i -> client.reactive()
                        .callTool("echo", Map.of(), McpCallOptions.timeout(timeout))
                        .toFuture())
                .toList();
    }

    // fault D24: a session that ends between two calls is not noticed by anybody but the server
    @Test
    void sessionThatExpiresBetweenCallsIsRenewedEachTime() {
        try (ScriptedLegacyServer server = this.invariants.watch(ScriptedHttpServer.legacy());
                McpClient client = this.invariants.build(builder(LONG).url(server.url()))) {
            for (int i = 0; i < 2; i++) {
                client.callTool("echo", Map.of());
                server.forgetSessions();
                client.callTool("echo", Map.of());
            }
            assertThat(client.status().statistics().sessionRenewals()).isEqualTo(2);
        }
    }
}
