package io.mcpclient;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpInitializationException;
import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.handler.McpProgress;
import io.mcpclient.internal.session.FaultyStore;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.settings.McpSessionScope;
import io.mcpclient.settings.McpSessionSettings;
import io.mcpclient.store.McpStoredValue;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.testkit.Timed;
import io.mcpclient.transport.McpIgnoredMessages.Reason;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Several instances of an application with one session at a server. */
@Timeout(90)
class McpClientSharedSessionTests {

    private static final String SESSION_HEADER = "Mcp-Session-Id";

    private static final Duration LIMIT = Duration.ofSeconds(15);

    private static final Pattern SHARED_ID = Pattern.compile("\"[0-9a-f]{16}-[0-9]+\"");

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    private final FaultyStore store = new FaultyStore();

    private final List<McpClient> clients = new ArrayList<>();

    @BeforeAll
    static void warmUp() {
        FaultyStore.warmUp();
    }

    @AfterEach
    void close() {
        this.store.release();
        this.clients.forEach(McpClient::close);
        this.server.close();
    }

    private McpClient instance(String id, UnaryOperator<McpClientBuilder> change) {
        McpClient client = this.invariants.build(change.apply(McpClient.builder("weather")
                .protocol(protocol -> protocol.withEra(McpProtocol.LEGACY))
                .url(this.server.url())
                .sessions(McpSessionSettings.of(this.store)
                        .withScope(McpSessionScope.SHARED)
                        .withInstanceId(id))
                .timeouts(timeouts -> timeouts.withConnect(Duration.ofSeconds(16))
                        .withRequest(Duration.ofSeconds(30))
                        .withShutdown(Duration.ofSeconds(2)))));
        this.clients.add(client);
        return client;
    }

    private McpClient instance(String id) {
        return instance(id, builder -> builder);
    }

    private static String echo(McpClient client) {
        return client.callTool("echo", Map.of("city", "Oslo")).text();
    }

    private String key() {
        return this.store.keys().get(0);
    }

    private List<String> sessionsOf(String method) {
        return this.server.requests(method).stream()
                .map(request -> String.valueOf(request.header(SESSION_HEADER)))
                .distinct()
                .toList();
    }

    @Test
    void secondInstanceAdoptsTheSessionOfTheFirst() {
        McpClient first = instance("i1");
        McpClient second = instance("i2");
        echo(first);

        assertThat(echo(second)).isEqualTo("{\"city\":\"Oslo\"}");

        assertThat(this.server.sessionsOpened()).isEqualTo(1);
        assertThat(sessionsOf("tools/call")).containsExactly("session-1");
        assertThat(second.status().server()).isEqualTo(first.status().server());
    }

    // J05, J15: of eight that start at once one begins the session
    @Test
    void instancesThatStartConcurrentlyPerformOneHandshake() {
        List<McpClient> all =
                IntStream.range(0, 8).mapToObj(n -> instance("i" + n)).toList();

        Flux.fromIterable(all)
                .flatMap(client -> client.reactive().session().connect(), 8)
                .blockLast(LIMIT);
        all.forEach(McpClientSharedSessionTests::echo);

        assertThat(this.server.sessionsOpened()).isEqualTo(1);
        assertThat(sessionsOf("tools/call")).containsExactly("session-1");
    }

    // must-show 4; J05, D02, D23: 200 interleaved calls, the server loses the session in the middle: both go on, one
    // handshake, and no id is that of another request
    @Test
    void callsOfTwoInstancesSurviveALostSessionWithOneHandshake() throws Exception {
        List<McpClient> two = List.of(instance("i1"), instance("i2"));
        two.forEach(McpClientSharedSessionTests::echo);
        ExecutorService executor = Executors.newFixedThreadPool(8);
        try {
            CountDownLatch half = new CountDownLatch(100);
            List<Future<String>> calls = IntStream.range(0, 200)
                    .mapToObj(n -> executor.submit(() -> {
                        if (n == 100) {
                            half.await(20, TimeUnit.SECONDS);
                            this.server.forgetSessions();
                        }
                        String text =
                                two.get(n % 2).callTool("echo", Map.of("n", n)).text();
                        half.countDown();
                        return text;
                    }))
                    .toList();
            for (int n = 0; n < 200; n++) {
                assertThat(calls.get(n).get(40, TimeUnit.SECONDS)).isEqualTo("{\"n\":" + n + "}");
            }
        } finally {
            executor.shutdownNow();
        }

        assertThat(this.server.sessionsOpened()).isEqualTo(2);
        assertThat(sessionsOf("tools/call")).containsExactlyInAnyOrder("session-1", "session-2");
        List<String> ids = this.server.requests().stream()
                .map(RecordedRequest::rpcId)
                .filter(id -> id != null)
                .toList();
        assertThat(ids).hasSizeGreaterThan(200).doesNotHaveDuplicates().allMatch(id -> SHARED_ID
                .matcher(id)
                .matches());
        assertThat(ids.stream().map(id -> id.substring(1, 17)).distinct()).hasSize(2);
        two.forEach(client -> assertThat(client.status().isConnected()).isTrue());
    }

    // J05: one instance is late to notice, and finds the session of the other one
    @Test
    void instanceThatDetectsTheLossLateAdoptsTheNewSession() {
        McpClient first = instance("i1");
        McpClient second = instance("i2");
        echo(first);
        echo(second);
        this.server.forgetSessions();
        echo(first);

        assertThat(echo(second)).isEqualTo("{\"city\":\"Oslo\"}");

        assertThat(this.server.sessionsOpened()).isEqualTo(2);
        assertThat(this.store.present(key()).text()).contains("session-2");
    }

    // J05: without the lease two clients perform the handshake; the loser adopts the stored session and ends its own
    @Test
    void loserOfAHandshakeRaceAdoptsTheStoredSessionAndEndsItsOwn() {
        McpClient first = instance("i1");
        echo(first);
        McpStoredValue winner = this.store.present(key());
        McpClient second = instance("i2");
        // While the second one shakes hands it sees nothing; when it has lost, it sees what is there.
        this.store.lying(value -> (this.server.sessionsOpened() < 2) ? null : value);

        assertThat(echo(second)).isEqualTo("{\"city\":\"Oslo\"}");

        assertThat(this.server.sessionsOpened()).isEqualTo(2);
        assertThat(this.server.awaitRequests("DELETE", 1, LIMIT).get(0).header(SESSION_HEADER))
                .isEqualTo("session-2");
        assertThat(sessionsOf("tools/call")).containsExactly("session-1");
        assertThat(this.store.present(key())).isEqualTo(winner);
    }

    // J06
    @Test
    void instanceThatIsClosedDoesNotEndTheSharedSession() {
        McpClient first = instance("i1");
        McpClient second = instance("i2");
        echo(first);
        echo(second);

        first.close();
        second.session().dispose();

        assertThat(this.server.requests("DELETE")).isEmpty();
        assertThat(this.store.present(key())).isNotNull();
        assertThat(echo(second)).isEqualTo("{\"city\":\"Oslo\"}");
        assertThat(this.server.sessionsOpened()).isEqualTo(1);
    }

    /** A lease is released in the background: for a moment, one that has connected still has it. */
    private void awaitNoLease() {
        Awaitility.await().atMost(LIMIT).until(() -> this.store.present(key() + ":lease") == null);
    }

    private void takeLease(String holder, Duration duration) {
        McpStoredValue lease = new McpStoredValue(System.currentTimeMillis(), holder);
        assertThat(this.store.replace(key() + ":lease", 0, lease, duration)).isTrue();
    }

    // J15: the holder of the lease has ended; waiting is limited by the duration of the lease
    @Test
    @Timed
    void instanceWaitsForTheLeaseOfADeadInstanceToExpire() {
        McpClient first = instance("i1");
        echo(first);
        this.server.forgetSessions();
        awaitNoLease();
        long began = System.nanoTime();
        takeLease("dead", Duration.ofSeconds(2));

        assertThat(echo(first)).isEqualTo("{\"city\":\"Oslo\"}");

        assertThat(Duration.ofNanos(System.nanoTime() - began))
                .isBetween(Duration.ofMillis(1500), Duration.ofSeconds(7));
        assertThat(this.server.sessionsOpened()).isEqualTo(2);
        assertThat(this.store.present(key()).text()).contains("session-2");
    }

    // J15: one that holds the lease forever costs half of the time to connect
    @Test
    void instanceProceedsWithoutTheLeaseAfterHalfTheConnectTimeout() {
        McpClient first =
                instance("i1", builder -> builder.timeouts(timeouts -> timeouts.withConnect(Duration.ofSeconds(8))));
        echo(first);
        this.server.forgetSessions();
        awaitNoLease();
        takeLease("busy", Duration.ofHours(1));

        assertThat(echo(first)).isEqualTo("{\"city\":\"Oslo\"}");

        assertThat(this.server.sessionsOpened()).isEqualTo(2);
        assertThat(this.store.present(key()).text()).contains("session-2");
    }

    // J15: the lease is released, also if the handshake fails
    @Test
    void leaseIsReleasedEvenIfTheHandshakeFails() {
        McpClient first = instance("i1");
        this.server.on("initialize").reply(Reply.status(500));
        assertThatThrownBy(() -> echo(first)).hasMessageContaining("500");

        awaitNoLease();
        echo(first);
        awaitNoLease();
        assertThat(this.server.sessionsOpened()).isEqualTo(1);
    }

    // J01, J02: without the store each has a session of its own, and ends that
    @Test
    void instancesWithoutStoreHaveSessionsOfTheirOwn() {
        this.store.failing(true);
        McpClient first = instance("i1");
        McpClient second = instance("i2");

        echo(first);
        echo(second);
        first.close();

        assertThat(this.server.sessionsOpened()).isEqualTo(2);
        assertThat(this.server.awaitRequests("DELETE", 1, LIMIT).get(0).header(SESSION_HEADER))
                .isEqualTo("session-1");
        assertThat(first.status().sessionStore().available()).isFalse();
    }

    // J02: nor does one that hangs hold up more than half a second each for reading
    @Test
    @Timed
    void instanceWithAStoreThatHangsConnectsInTime() {
        this.store.hang();
        McpClient first = instance("i1");
        long began = System.nanoTime();

        assertThat(echo(first)).isEqualTo("{\"city\":\"Oslo\"}");

        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(4));
        assertThat(this.store.mostInside()).isEqualTo(1);
    }

    // J03: a session in the store that the server has lost is replaced by one instance
    @Test
    void instancesThatFindALostSessionPerformTheHandshakeOnce() {
        echo(instance("i1"));
        this.server.forgetSessions();

        List<McpClient> others = List.of(instance("i2"), instance("i3"));
        Flux.fromIterable(others)
                .flatMap(client -> client.reactive().callTool("echo", Map.of()), 2)
                .blockLast(LIMIT);

        assertThat(this.server.sessionsOpened()).isEqualTo(2);
    }

    // J03: within one attempt to connect
    @Test
    void connectThatFindsALostSessionReplacesIt() {
        echo(instance("i1"));
        this.server.forgetSessions();
        int count = this.server.requests().size();
        McpClient second = instance("i2");

        second.session().connect();

        assertThat(this.server.requests().stream().skip(count).map(RecordedRequest::rpcMethod))
                .containsExactly("ping", "initialize", "notifications/initialized");
        assertThat(this.store.present(key()).text()).contains("session-2");
        Awaitility.await().atMost(LIMIT).until(() -> this.store.present(key() + ":lease") == null);
    }

    // J06: a client that finds the server unavailable does not remove the shared session
    @Test
    void connectThatFindsTheServerUnavailableFailsAndLeavesTheSessionToTheOthers() {
        McpClient first = instance("i1");
        McpClient second = instance("i2");
        echo(first);
        McpStoredValue shared = this.store.present(key());
        this.server.on("ping").reply(Reply.status(503));

        assertThatThrownBy(second.session()::connect)
                .isInstanceOf(McpInitializationException.class)
                .hasMessageContaining("HTTP 503");

        assertThat(this.store.present(key())).isEqualTo(shared);
        echo(first);
        echo(second);
        assertThat(this.server.sessionsOpened()).isEqualTo(1);
    }

    // J05: the winner's session is invalid by then: the loser of the race continues with its own
    @ParameterizedTest
    @ValueSource(ints = {404, 503})
    void loserOfAHandshakeRaceThatCannotAdoptKeepsItsOwnSession(int status) {
        echo(instance("i1"));
        McpClient second = instance("i2");
        this.store.lying(value -> (this.server.sessionsOpened() < 2) ? null : value);
        this.server.on("ping").reply(Reply.status(status));

        assertThat(echo(second)).isEqualTo("{\"city\":\"Oslo\"}");

        assertThat(sessionsOf("tools/call")).containsExactly("session-1", "session-2");
        assertThat(this.server.requests("DELETE")).isEmpty();
    }

    // a server without sessions has nothing to share
    @Test
    void instancesOfAServerWithoutSessionsConnectIndependently() {
        this.server.withoutSessions();

        echo(instance("i1"));
        echo(instance("i2"));

        assertThat(this.server.sessionsOpened()).isEqualTo(2);
    }

    // PRG-01, PRG-02: the token is a text then
    @Test
    void progressIsMatchedToItsCallByTheStringToken() {
        McpClient client = instance("i1");
        List<McpProgress> heard = new CopyOnWriteArrayList<>();
        this.server
                .on("tools/call")
                .reply(request -> Reply.sse(
                        "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":"
                                + request.json().at("/params/_meta/progressToken") + ",\"progress\":1}}",
                        "data: {\"jsonrpc\":\"2.0\",\"id\":" + request.rpcId()
                                + ",\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"done\"}]}}"));

        client.callTool("echo", Map.of(), McpCallOptions.defaults().withProgress(heard::add));

        assertThat(heard).hasSize(1);
        assertThat(this.server
                        .requests("tools/call")
                        .get(0)
                        .json()
                        .at("/params/_meta/progressToken")
                        .toString())
                .matches(SHARED_ID);
    }

    // CAN-01: it is the own request that is cancelled
    @Test
    void cancellationContainsTheStringRequestId() {
        McpClient client = instance("i1");
        client.session().connect();
        this.server.on("tools/call").reply(Reply.neverAnswer());
        this.server.on("notifications/cancelled").reply(Reply.accepted());

        assertThatThrownBy(() -> client.callTool(
                        "echo", Map.of(), McpCallOptions.defaults().withTimeout(Duration.ofMillis(600))))
                .isInstanceOf(McpTimeoutException.class);

        RecordedRequest cancelled =
                this.server.awaitRequests("notifications/cancelled", 1, LIMIT).get(0);
        assertThat(cancelled.json().at("/params/requestId").toString())
                .isEqualTo(this.server.requests("tools/call").get(0).rpcId());
    }

    // D22, D23: messages for another instance are only counted
    @Test
    void responseForAnotherInstanceIsIgnored() {
        McpClient client = instance("i1");
        this.server
                .on("tools/call")
                .reply(request -> Reply.sse(
                        "data: {\"jsonrpc\":\"2.0\",\"id\":\"0123456789abcdef-1\",\"result\":{\"content\":[]}}",
                        "data: {\"jsonrpc\":\"2.0\",\"id\":" + request.rpcId()
                                + ",\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"mine\"}]}}"));

        assertThat(client.callTool("echo", Map.of()).text()).isEqualTo("mine");
        assertThat(client.status().ignoredMessages(Reason.UNKNOWN_ID)).isEqualTo(1);
    }

    // J09, C23: the stream positions of one instance are not shared or stored
    @Test
    void eventIdsAreNotSharedBetweenInstances() {
        McpClient first = instance("i1");
        this.server
                .on("tools/call")
                .reply(request -> Reply.sse("id: event-77\ndata: {\"jsonrpc\":\"2.0\",\"id\":" + request.rpcId()
                        + ",\"result\":{\"content\":[]}}"));
        first.callTool("echo", Map.of());

        echo(instance("i2"));

        assertThat(this.store.present(key()).text()).doesNotContain("event-77");
        assertThat(this.server.requests()).noneMatch(request -> request.header("Last-Event-ID") != null);
    }

    // J12: a replica that always lags costs time, but no call
    @Test
    void instanceWithALaggingStoreContinuesWithItsOwnSession() {
        McpClient first =
                instance("i1", builder -> builder.timeouts(timeouts -> timeouts.withConnect(Duration.ofSeconds(4))));
        echo(first);
        McpStoredValue old = this.store.present(key());
        this.store.lying(value -> old);
        this.server.forgetSessions();

        assertThat(echo(first)).isEqualTo("{\"city\":\"Oslo\"}");
        assertThat(this.server.sessionsOpened()).isEqualTo(2);
    }
}
