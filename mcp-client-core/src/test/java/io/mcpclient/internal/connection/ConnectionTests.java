package io.mcpclient.internal.connection;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;

import io.mcpclient.McpClient;
import io.mcpclient.McpClientBuilder;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpInitializationException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpSessionException;
import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.status.McpClientState;
import io.mcpclient.status.McpServerDescription;
import io.mcpclient.status.McpServerStatus;
import io.mcpclient.status.McpStatusListener;
import io.mcpclient.support.BackgroundWork;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.RefusedPort;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.testkit.VirtualTime;
import io.mcpclient.transport.TransportProvider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

@Timeout(60)
class ConnectionTests {

    private static final Duration SOON = Duration.ofSeconds(20);

    private static final String RESULT = "{\"content\":[{\"type\":\"text\",\"text\":\"fine\"}]}";

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private final List<McpServerStatus> seen = new CopyOnWriteArrayList<>();

    private McpClientBuilder builder() {
        return McpClient.builder("weather")
                .protocol(protocol -> protocol.withEra(McpProtocol.LEGACY))
                .timeouts(
                        timeouts -> timeouts.withConnect(SOON).withRequest(SOON).withShutdown(Duration.ofSeconds(2)))
                .reconnect(reconnect -> reconnect.withIntervals(Duration.ofMillis(20), 2, Duration.ofMillis(100)))
                .statusListener(this.seen::add);
    }

    private McpClient client(ScriptedHttpServer server) {
        return this.invariants.build(builder().url(server.url()));
    }

    private static McpException failedCall(McpClient client) {
        return catchThrowableOfType(McpException.class, () -> client.callTool("echo", Map.of()));
    }

    private List<McpClientState> states() {
        return this.seen.stream().map(McpServerStatus::state).toList();
    }

    // first use

    @Test
    void buildDoesNotConnect() {
        try (ScriptedHttpServer server = new ScriptedHttpServer();
                McpClient client = client(server)) {
            assertThat(client.status().state()).isEqualTo(McpClientState.DISCONNECTED);
            assertThat(client.status().server()).isNull();
            assertThat(client.status().lastError()).isNull();
            assertThat(server.connectionsAccepted()).isZero();
        }
    }

    // fault A11
    @Test
    void firstCallsOfManyThreadsShareOneHandshake() throws Exception {
        int threads = 50;
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy();
                McpClient client = client(server)) {
            CountDownLatch go = new CountDownLatch(1);
            List<CompletableFuture<CallToolResult>> calls = IntStream.range(0, threads)
                    .mapToObj(i -> CompletableFuture.supplyAsync(
                            () -> {
                                try {
                                    go.await();
                                } catch (InterruptedException ex) {
                                    throw new IllegalStateException(ex);
                                }
                                return client.callTool("echo", Map.of("n", i));
                            },
                            executor))
                    .toList();
            go.countDown();

            for (int i = 0; i < threads; i++) {
                assertThat(calls.get(i).get(20, TimeUnit.SECONDS).text()).isEqualTo("{\"n\":" + i + "}");
            }
            assertThat(server.requests("initialize")).hasSize(1);
            assertThat(server.requests("notifications/initialized")).hasSize(1);
            assertThat(states())
                    .containsExactly(McpClientState.CONNECTING, McpClientState.INITIALIZING, McpClientState.CONNECTED);
        } finally {
            executor.shutdownNow();
        }
    }

    // fault A12: nothing of a failed attempt is left; those who joined it share its error
    @Test
    void connectWhenAttemptFailsFailsForAllCallersAndTheNextAttemptIsNew() {
        CountDownLatch go = new CountDownLatch(1);
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy();
                McpClient client = client(server)) {
            server.on("initialize").reply(Reply.status(500).after(go));
            List<CompletableFuture<McpServerDescription>> attempts = IntStream.range(0, 5)
                    .mapToObj(i -> client.reactive().session().connect().toFuture())
                    .toList();
            server.awaitRequests("initialize", 1, SOON);
            go.countDown();

            assertThat(attempts).allSatisfy(attempt -> assertThat(attempt)
                    .failsWithin(SOON)
                    .withThrowableOfType(ExecutionException.class)
                    .withCauseInstanceOf(McpInitializationException.class));
            assertThat(client.session().connect().revision().wireValue()).isEqualTo("2025-11-25");
            assertThat(server.requests("initialize")).hasSize(2);
        }
    }

    // fault A13: phase one is repeated until it succeeds, and not any more then
    @Test
    void callToolAfterAFailedResolutionResolvesTheAddressAgain() {
        AtomicInteger asked = new AtomicInteger();
        FakeTransport fake = new FakeTransport();
        TransportProvider provider = context -> (asked.incrementAndGet() == 1)
                ? Mono.error(new IllegalStateException("no address\nyet"))
                : fake.create(context);
        try (McpClient client = builder().transport(provider).build()) {
            assertThat(failedCall(client))
                    .isInstanceOf(McpInitializationException.class)
                    .hasMessageContaining("no address yet")
                    .hasRootCauseInstanceOf(IllegalStateException.class);
            client.callTool("echo", Map.of());
            client.callTool("echo", Map.of());

            assertThat(asked).hasValue(2);
        }
    }

    // TMO-01: a provider that never comes back is bounded too
    @Test
    void connectWhenTransportIsNeverCreatedEndsAtTheConnectTimeout() {
        try (McpClient client = builder()
                .transport(context -> Mono.never())
                .timeouts(timeouts -> timeouts.withConnect(Duration.ofMillis(200)))
                .build()) {
            assertThat(catchThrowableOfType(McpInitializationException.class, client.session()::connect))
                    .hasMessageContaining("200 ms");
            assertThat(client.status().state()).isEqualTo(McpClientState.DISCONNECTED);
        }
    }

    // lost sessions

    // HTL-21, faults A11, D16: detected by 404 or 410; only the handshake is repeated
    @ParameterizedTest
    @ValueSource(ints = {404, 410})
    void callToolWhenSessionIsLostPerformsTheHandshakeAgainAndIsRetriedOnce(int status) {
        AtomicInteger webClients = new AtomicInteger();
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy();
                McpClient client = builder()
                        .url(URI.create(server.url()))
                        .webClient((WebClient.Builder builder) -> webClients.incrementAndGet())
                        .build()) {
            client.callTool("echo", Map.of());
            server.on("tools/call").reply(Reply.status(status));

            assertThat(client.callTool("echo", Map.of("n", 1)).text()).isEqualTo("{\"n\":1}");

            assertThat(server.requests("initialize"))
                    .hasSize(2)
                    .allMatch(request -> request.header("Mcp-Session-Id") == null);
            assertThat(server.requests("tools/call").get(2).header("Mcp-Session-Id"))
                    .isEqualTo("session-2");
            assertThat(webClients).hasValue(1);
            assertThat(client.status().lastError()).isNull();
        }
    }

    // fault D20: a session that the server has rejected is not deleted
    @Test
    void closeWhenSessionWasLostSendsNoDelete() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy();
                McpClient client = client(server)) {
            client.session().connect();
            server.forgetSessions();
            server.on("initialize").reply(Reply.status(503));
            assertThat(failedCall(client)).isInstanceOf(McpInitializationException.class);

            client.close();

            assertThat(server.requests("DELETE")).isEmpty();
        }
    }

    // fault D07: once is enough
    @Test
    void callToolWhenTheRenewedSessionIsLostTooFails() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy();
                McpClient client = client(server)) {
            client.callTool("echo", Map.of());
            server.on("tools/call").reply(Reply.status(404));
            server.on("tools/call").reply(Reply.status(404));

            McpException failure = failedCall(client);

            assertThat(failure).isInstanceOf(McpSessionException.class);
            assertThat(failure.outcome()).isEqualTo(McpOutcome.REJECTED);
            assertThat(client.status().lastError()).isSameAs(failure);
            assertThat(server.requests("tools/call")).hasSize(3);
            assertThat(server.requests("initialize")).hasSize(2);
        }
    }

    // fault D03: each request remembers the session that it used
    @Test
    void callToolWhenALate404OfTheOldSessionArrivesKeepsTheNewSession() {
        CountDownLatch late = new CountDownLatch(1);
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy();
                McpClient client = client(server)) {
            client.session().connect();
            server.on("tools/call").reply(Reply.status(404).after(late));
            CompletableFuture<CallToolResult> slow =
                    client.reactive().callTool("echo", Map.of()).toFuture();
            server.awaitRequests("tools/call", 1, SOON);
            server.forgetSessions();
            client.callTool("echo", Map.of());

            late.countDown();

            assertThat(slow).succeedsWithin(SOON);
            assertThat(client.status().state()).isEqualTo(McpClientState.CONNECTED);
            client.callTool("echo", Map.of());
            assertThat(server.requests("initialize")).hasSize(2);
        }
    }

    // fault D02: a stampede of victims costs one handshake
    @Test
    void concurrentCallsThatLoseTheirSessionShareOneHandshake() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy();
                McpClient client = client(server)) {
            client.session().connect();
            server.forgetSessions();
            List<CompletableFuture<CallToolResult>> calls = IntStream.range(0, 40)
                    .mapToObj(i ->
                            client.reactive().callTool("echo", Map.of("n", i)).toFuture())
                    .toList();

            assertThat(calls).allSatisfy(call -> assertThat(call).succeedsWithin(Duration.ofSeconds(20)));
            assertThat(server.requests("initialize")).hasSize(2);
        }
    }

    // fault D17: the error of the new attempt, not "session lost"
    @Test
    void callToolWhenRenewalIsRefusedReportsTheReason() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy();
                McpClient client = client(server)) {
            client.session().connect();
            server.forgetSessions();
            server.on("initialize").reply(Reply.status(503));

            assertThat(failedCall(client))
                    .isInstanceOf(McpInitializationException.class)
                    .hasMessageContaining("HTTP 503");
            client.callTool("echo", Map.of());
        }
    }

    // ending

    @Test
    void disposeWhenUsedAgainReconnects() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy();
                McpClient client = client(server)) {
            client.callTool("echo", Map.of());

            client.session().dispose();

            assertThat(client.status().state()).isEqualTo(McpClientState.DISCONNECTED);
            server.awaitOpenConnections(0, SOON);
            assertThat(server.requests("DELETE")).hasSize(1);
            client.callTool("echo", Map.of());
            client.session().dispose();
            client.session().dispose();
            assertThat(server.requests("initialize")).hasSize(2);
            assertThat(server.requests("DELETE")).hasSize(2);
            assertThat(states())
                    .containsSubsequence(
                            McpClientState.CONNECTED,
                            McpClientState.CLOSING,
                            McpClientState.DISCONNECTED,
                            McpClientState.CONNECTING,
                            McpClientState.INITIALIZING,
                            McpClientState.CONNECTED,
                            McpClientState.CLOSING,
                            McpClientState.DISCONNECTED);
        }
    }

    // G08: a list that the registry reads as the client is disposed of opens no second session
    @Test
    void listInTheBackgroundWhenDisposedDoesNotConnect() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy();
                McpClient client = client(server)) {
            client.session().connect();
            client.session().dispose();

            assertThat(catchThrowableOfType(McpRejectedException.class, () -> BackgroundWork.of(
                                            client.reactive().listTools())
                                    .block(SOON))
                            .reason())
                    .isEqualTo(McpRejectedException.Reason.CLOSED);

            assertThat(server.sessionsOpened()).isEqualTo(1);
            assertThat(client.status().state()).isEqualTo(McpClientState.DISCONNECTED);
        }
    }

    // fault D21
    @Test
    void callToolWhenClosedIsRejectedAtOnce() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            McpClient client = client(server);
            client.callTool("echo", Map.of());
            client.close();
            client.close();
            client.session().dispose();
            int requests = server.requests().size();

            McpException failure = failedCall(client);

            assertThat(failure)
                    .isInstanceOfSatisfying(McpRejectedException.class, refusal -> assertThat(refusal.reason())
                            .isEqualTo(McpRejectedException.Reason.CLOSED));
            assertThat(failure.outcome()).isEqualTo(McpOutcome.NOT_SENT);
            assertThat(catchThrowableOfType(McpRejectedException.class, client.session()::connect))
                    .isNotNull();
            assertThat(catchThrowableOfType(McpRejectedException.class, client::listTools))
                    .isNotNull();
            assertThat(catchThrowableOfType(
                            McpRejectedException.class, () -> client.raw().notify("x", null)))
                    .isNotNull();
            client.session().start();
            assertThat(client.status().state()).isEqualTo(McpClientState.DISCONNECTED);
            assertThat(server.requests()).hasSize(requests);
        }
    }

    // fault D21
    @Test
    void closeFromManyThreadsEndsTheSessionOnce() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            McpClient client = client(server);
            client.session().connect();

            CompletableFuture<?>[] closing = IntStream.range(0, 8)
                    .mapToObj(i -> CompletableFuture.runAsync((i % 2 == 0) ? client::close : client.session()::dispose))
                    .toArray(CompletableFuture[]::new);

            assertThat(CompletableFuture.allOf(closing)).succeedsWithin(Duration.ofSeconds(10));
            assertThat(server.requests("DELETE")).hasSize(1);
            assertThat(failedCall(client)).isInstanceOf(McpRejectedException.class);
        }
    }

    // fault D21: a transport that is created too late is still released
    @Test
    void closeWhileTransportIsBeingCreatedReleasesIt() {
        FakeTransport fake = new FakeTransport();
        CompletableFuture<Void> go = new CompletableFuture<>();
        McpClient client = builder()
                .transport(context -> Mono.fromFuture(go, true).then(fake.create(context)))
                .build();
        CompletableFuture<McpServerDescription> attempt =
                client.reactive().session().connect().toFuture();

        client.close();
        go.complete(null);

        assertThat(attempt)
                .failsWithin(SOON)
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(McpException.class);
        assertThat(fake.closed.get()).isEqualTo(fake.created.get());
        assertThat(fake.sent).isEmpty();
    }

    // background

    // faults A01, G10
    @Test
    void startWhenServerBecomesAvailableLaterConnects() {
        try (RefusedPort port = new RefusedPort();
                McpClient client = builder().url(port.url()).build()) {
            client.session().start();
            await().atMost(SOON).untilAsserted(() -> assertThat(states()).contains(McpClientState.RECONNECTING));
            McpServerStatus waiting = this.seen.stream()
                    .filter(status -> status.state() == McpClientState.RECONNECTING)
                    .findFirst()
                    .orElseThrow();
            assertThat(waiting.lastError()).isInstanceOf(McpInitializationException.class);
            assertThat(waiting.nextAttempt()).isAfterOrEqualTo(waiting.since());
            assertThat(waiting.since()).isBefore(Instant.now().plusSeconds(1));

            try (ScriptedLegacyServer server = port.openLegacy()) {
                await().atMost(SOON).until(() -> client.status().isConnected());
                McpServerStatus connected = client.status().connection();
                assertThat(connected.lastError()).isNull();
                assertThat(connected.nextAttempt()).isNull();
                assertThat(connected.eraReason()).isNotNull();
                assertThat(states().subList(0, 4))
                        .containsExactly(
                                McpClientState.CONNECTING,
                                McpClientState.INITIALIZING,
                                McpClientState.RECONNECTING,
                                McpClientState.CONNECTING);
                client.close();
                assertThat(states())
                        .endsWith(
                                McpClientState.CONNECTING,
                                McpClientState.INITIALIZING,
                                McpClientState.CONNECTED,
                                McpClientState.CLOSING,
                                McpClientState.DISCONNECTED);
                assertThat(server.sessionsOpened()).isEqualTo(1);
            }
        }
    }

    // fault D21: no attempt after the end
    @Test
    void closeWhileWaitingForTheNextAttemptEndsTheAttempts() {
        try (RefusedPort port = new RefusedPort()) {
            McpClient client = builder()
                    .url(port.url())
                    .reconnect(reconnect -> reconnect.withIntervals(Duration.ofMillis(200), 2, Duration.ofMillis(400)))
                    .build();
            client.session().start();
            await().atMost(SOON).untilAsserted(() -> assertThat(states()).contains(McpClientState.RECONNECTING));

            client.close();
            int until = this.seen.size();

            await().pollDelay(Duration.ofMillis(600)).atMost(SOON).untilAsserted(() -> assertThat(this.seen)
                    .hasSize(until));
            assertThat(client.status().state()).isEqualTo(McpClientState.DISCONNECTED);
        }
    }

    // a failing listener affects nothing else; a removed one receives nothing
    @Test
    void connectWhenAStatusListenerFailsNotifiesTheOthers() {
        FakeTransport fake = new FakeTransport();
        List<McpServerStatus> removed = new CopyOnWriteArrayList<>();
        McpStatusListener listener = removed::add;
        try (McpClient client = McpClient.builder("weather")
                .protocol(protocol -> protocol.withEra(McpProtocol.LEGACY))
                .transport(fake)
                .statusListener(status -> {
                    throw new IllegalStateException("broken listener");
                })
                .statusListener(this.seen::add)
                .build()) {
            client.listeners().addStatusListener(listener);
            client.listeners().removeStatusListener(listener);

            client.session().connect();

            assertThat(states()).endsWith(McpClientState.CONNECTED);
            assertThat(removed).isEmpty();
        }
    }

    // a transport of the user's own

    // faults B08, B11
    @Test
    void callToolWhenTheConnectionBreaksFailsAtOnceAndTheNextOneReconnects() {
        FakeTransport fake = new FakeTransport();
        try (McpClient client = builder().transport(fake).build()) {
            client.session().connect();
            fake.silent = true;
            List<CompletableFuture<CallToolResult>> calls = IntStream.range(0, 3)
                    .mapToObj(i -> client.reactive()
                            .callTool("echo", Map.of(), McpCallOptions.timeout(Duration.ofMinutes(5)))
                            .toFuture())
                    .toList();
            McpConnectionException cause = FakeTransport.broken("exit code 137");

            fake.breakDown(cause);

            assertThat(calls).allSatisfy(call -> assertThat(call)
                    .failsWithin(SOON)
                    .withThrowableOfType(ExecutionException.class)
                    .withCause(cause));
            assertThat(client.status().state()).isEqualTo(McpClientState.DISCONNECTED);
            assertThat(client.status().lastError())
                    .isInstanceOf(McpConnectionException.class)
                    .hasMessageContaining("exit code 137");
            fake.silent = false;
            client.callTool("echo", Map.of());
            assertThat(client.status().isConnected()).isTrue();
            assertThat(fake.created).hasValue(1);
            assertThat(fake.sent).containsSubsequence("initialize", "initialize", "tools/call");
        }
        assertThat(fake.closed).hasValue(1);
    }

    // faults B08, B11: started clients do not wait for a call
    @Test
    void startWhenTheConnectionBreaksReconnects() {
        FakeTransport fake = new FakeTransport();
        try (McpClient client = builder().transport(fake).build()) {
            client.session().start();
            await().atMost(SOON).until(() -> client.status().isConnected());

            fake.breakDown(FakeTransport.broken("gone"));

            await().atMost(SOON).untilAsserted(() -> assertThat(states())
                    .containsSubsequence(
                            McpClientState.CONNECTED, McpClientState.RECONNECTING, McpClientState.CONNECTED));
        }
    }

    // fault B11: between the last word of the handshake and the first call
    @Test
    void callToolWhenTheConnectionBreaksRightAfterTheHandshakeReconnects() {
        FakeTransport fake = new FakeTransport();
        AtomicInteger handshakes = new AtomicInteger();
        fake.onInitialized = () -> {
            if (handshakes.incrementAndGet() == 1) {
                fake.breakDown(FakeTransport.broken("gone"));
            }
        };
        try (McpClient client = builder().transport(fake).build()) {
            client.reactive().session().connect().then().onErrorComplete().block(SOON);

            client.callTool("echo", Map.of());

            assertThat(handshakes).hasValue(2);
            assertThat(client.status().isConnected()).isTrue();
        }
    }

    // faults D07, E04: reconnects to a server that accepts and drops connections are throttled
    @Test
    void startWhenEveryConnectionBreaksAtOnceBacksOff() {
        FakeTransport fake = new FakeTransport();
        AtomicInteger handshakes = new AtomicInteger();
        fake.onInitialized = () -> {
            handshakes.incrementAndGet();
            fake.breakDown(FakeTransport.broken("crash"));
        };
        try (McpClient client = builder()
                .transport(fake)
                .reconnect(reconnect -> reconnect.withIntervals(Duration.ofMillis(100), 2, Duration.ofSeconds(10)))
                .build()) {
            client.session().start();

            await().pollDelay(Duration.ofMillis(700)).atMost(SOON).untilAsserted(() -> assertThat(handshakes.get())
                    .isBetween(2, 8));
        }
    }

    // fault D21: the end of an old connection is no end of the present one
    @Test
    void errorOfAnOldConnectionIsIgnored() {
        FakeTransport fake = new FakeTransport();
        try (McpClient client = builder().transport(fake).build()) {
            client.session().connect();
            client.session().dispose();
            fake.breakDown(FakeTransport.broken("late news"));
            assertThat(client.status().state()).isEqualTo(McpClientState.DISCONNECTED);
            assertThat(client.status().lastError()).isNull();

            client.callTool("echo", Map.of());

            assertThat(fake.created).hasValue(2);
        }
    }

    // a call that times out does not end the connection
    @Test
    void callToolWhenItTimesOutKeepsTheConnection() {
        FakeTransport fake = new FakeTransport();
        VirtualTime time = new VirtualTime();
        try (McpClient client = builder().transport(fake).time(time).build()) {
            client.session().connect();
            fake.silent = true;

            assertThat(time.elapse(
                            SOON,
                            () -> catchThrowableOfType(
                                    McpTimeoutException.class, () -> client.callTool("echo", Map.of())),
                            () -> await().atMost(SOON).until(() -> fake.sent.contains("tools/call"))))
                    .isNotNull();

            assertThat(client.status().isConnected()).isTrue();
            assertThat(fake.sent).contains("notifications/cancelled");
            assertThat(client.status().inFlight()).isZero();
        }
    }

    @Test
    void sinceChangesOnlyWithTheState() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy();
                McpClient client = client(server)) {
            server.on("tools/call").times(2).reply(Reply.result(RESULT));
            client.callTool("echo", Map.of());
            Instant since = client.status().since();

            client.callTool("echo", Map.of());

            assertThat(client.status().since()).isEqualTo(since);
            assertThat(client.status().name()).isEqualTo("weather");
            assertThat(client.status().server().serverInfo().name()).isEqualTo("scripted");
        }
    }
}
