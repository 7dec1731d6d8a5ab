package io.mcpclient;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.ElicitResult;
import io.mcpclient.schema.Root;
import io.mcpclient.status.McpClientState;
import io.mcpclient.testkit.BlackHole;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.testkit.ScriptedModernServer;
import io.mcpclient.testkit.StdioServer;
import io.mcpclient.testkit.Timed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

/** Faults G08, D21, B22: a client that ends in each phase of its life, over the wire. */
@Timeout(60)
class McpClientShutdownTests {

    private static final Duration SOON = Duration.ofSeconds(10);

    private static final Duration SHUTDOWN = Duration.ofSeconds(2);

    /** Beyond a limit, and below a second time of the same length. */
    private static final Duration SLACK = Duration.ofMillis(1500);

    private static final String ANSWER =
            "data: {\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"fine\"}]}}";

    private static final String FORM = "{\"method\":\"elicitation/create\",\"params\":{\"message\":\"Who?\","
            + "\"requestedSchema\":{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"}}}}}";

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private final ScriptedLegacyServer legacy = ScriptedHttpServer.legacy();

    private final ScriptedModernServer modern = ScriptedHttpServer.modern();

    /** Opened when the server may answer, or a handler may go on. */
    private final CountDownLatch goOn = new CountDownLatch(1);

    /** The two ways to end. */
    enum End {
        CLOSE,
        DISPOSE;

        CompletableFuture<Void> begin(McpClient client) {
            return (this == CLOSE
                            ? client.reactive().close()
                            : client.reactive().session().dispose())
                    .toFuture();
        }
    }

    @AfterEach
    void close() {
        this.goOn.countDown();
        this.legacy.close();
        this.modern.close();
    }

    private McpClient client(ScriptedHttpServer server, UnaryOperator<McpClientBuilder> settings) {
        return this.invariants.build(settings.apply(
                McpClient.builder("weather").url(server.url()).timeouts(timeouts -> timeouts.withConnect(SOON)
                        .withRequest(Duration.ofSeconds(20))
                        .withShutdown(Duration.ofSeconds(8)))));
    }

    private McpClient client(ScriptedHttpServer server) {
        return client(server, builder -> builder);
    }

    private static CompletableFuture<CallToolResult> call(McpClient client) {
        return client.reactive().callTool("echo", Map.of("city", "Oslo")).toFuture();
    }

    private static McpException failure(CompletableFuture<?> call) {
        return (McpException)
                catchThrowableOfType(ExecutionException.class, () -> call.get(SOON.toSeconds(), TimeUnit.SECONDS))
                        .getCause();
    }

    private static void assertEndsWithin(Duration limit, CompletableFuture<Void> end) {
        Instant begin = Instant.now();
        assertThat(end).succeedsWithin(SOON);
        assertThat(Duration.between(begin, Instant.now())).isLessThan(limit.plus(SLACK));
    }

    @ParameterizedTest
    @EnumSource
    void whenCallIsInFlightThenItsResponseIsAwaitedInTheHandshakeEra(End way) {
        this.legacy.on("tools/call").reply(Reply.result("{\"content\":[]}").after(this.goOn));
        McpClient client = client(this.legacy);
        CompletableFuture<CallToolResult> call = call(client);
        this.legacy.awaitRequests("tools/call", 1, SOON);

        CompletableFuture<Void> end = way.begin(client);
        assertThat(this.legacy.requests("DELETE")).isEmpty();
        assertThat(call).isNotDone();
        this.goOn.countDown();

        assertThat(call).succeedsWithin(SOON);
        assertThat(end).succeedsWithin(SOON);
        assertThat(this.legacy.requests("DELETE")).hasSize(1);
        assertThat(client.status().state()).isEqualTo(McpClientState.DISCONNECTED);
    }

    @ParameterizedTest
    @EnumSource
    void whenCallIsInFlightThenItsResponseIsAwaitedInTheStatelessEra(End way) {
        this.modern
                .on("tools/call")
                .reply(Reply.result("{\"resultType\":\"complete\",\"content\":[]}")
                        .after(this.goOn));
        McpClient client = client(this.modern);
        CompletableFuture<CallToolResult> call = call(client);
        this.modern.awaitRequests("tools/call", 1, SOON);

        CompletableFuture<Void> end = way.begin(client);
        assertThat(call).isNotDone();
        this.goOn.countDown();

        assertThat(call).succeedsWithin(SOON);
        assertThat(end).succeedsWithin(SOON);
    }

    // promises 2 and 5
    @ParameterizedTest
    @Timed
    @EnumSource
    void whenServerDoesNotRespondThenCallsFailWithUnknownOutcome(End way) {
        this.legacy.on("tools/call").always().reply(Reply.neverAnswer());
        this.legacy.on("notifications/cancelled").optionally().always().reply(Reply.accepted());
        McpClient client =
                client(this.legacy, builder -> builder.timeouts(timeouts -> timeouts.withShutdown(SHUTDOWN)));
        List<CompletableFuture<CallToolResult>> calls =
                IntStream.range(0, 5).mapToObj(i -> call(client)).toList();
        this.legacy.awaitRequests("tools/call", 5, SOON);

        assertEndsWithin(SHUTDOWN, way.begin(client));

        assertThat(calls).allSatisfy(call -> assertThat(failure(call))
                .isInstanceOf(McpConnectionException.class)
                .satisfies(error -> assertThat(error.outcome()).isEqualTo(McpOutcome.UNKNOWN))
                .hasMessageContainingAll("weather", "tools/call", "drain-timeout"));
        client.close();
    }

    @Test
    @Timed
    void whenDrainTimeoutIsZeroThenCallsFailAtOnce() {
        this.legacy.on("tools/call").reply(Reply.neverAnswer());
        this.legacy.on("notifications/cancelled").optionally().reply(Reply.accepted());
        McpClient client =
                client(this.legacy, builder -> builder.timeouts(timeouts -> timeouts.withDrain(Duration.ZERO)));
        CompletableFuture<CallToolResult> call = call(client);
        this.legacy.awaitRequests("tools/call", 1, SOON);

        assertEndsWithin(Duration.ofSeconds(1), End.CLOSE.begin(client));

        assertThat(failure(call).outcome()).isEqualTo(McpOutcome.UNKNOWN);
    }

    // D21
    @Test
    void whenClosingThenNewCallsAreRejected() {
        this.legacy.on("tools/call").reply(Reply.result("{\"content\":[]}").after(this.goOn));
        McpClient client = client(this.legacy);
        CompletableFuture<CallToolResult> call = call(client);
        this.legacy.awaitRequests("tools/call", 1, SOON);
        CompletableFuture<Void> end = End.CLOSE.begin(client);

        McpException refusal = failure(call(client));

        assertThat(refusal).isInstanceOfSatisfying(McpRejectedException.class, error -> assertThat(error.reason())
                .isEqualTo(McpRejectedException.Reason.CLOSED));
        assertThat(refusal.outcome()).isEqualTo(McpOutcome.NOT_SENT);
        this.goOn.countDown();
        assertThat(call).succeedsWithin(SOON);
        assertThat(end).succeedsWithin(SOON);
    }

    @Test
    void whenDisposingThenNewCallsWaitAndConnectAgain() {
        this.legacy.on("tools/call").reply(Reply.result("{\"content\":[]}").after(this.goOn));
        try (McpClient client = client(this.legacy)) {
            CompletableFuture<CallToolResult> first = call(client);
            this.legacy.awaitRequests("tools/call", 1, SOON);
            CompletableFuture<Void> end = End.DISPOSE.begin(client);
            CompletableFuture<CallToolResult> second = call(client);
            assertThat(second).isNotDone();
            this.goOn.countDown();
            assertThat(first).succeedsWithin(SOON);
            assertThat(end).succeedsWithin(SOON);
            assertThat(second).succeedsWithin(SOON);
            assertThat(this.legacy.sessionsOpened()).isEqualTo(2);
        }
    }

    // D21: close during connect
    @ParameterizedTest
    @Timed
    @EnumSource
    void whenConnectingThenCallsFailAsNotSent(End way) {
        try (BlackHole silent = new BlackHole()) {
            McpClient client = this.invariants.build(
                    McpClient.builder("weather").url(silent.url()).timeouts(timeouts -> timeouts.withConnect(
                                    Duration.ofSeconds(30))
                            .withShutdown(SHUTDOWN)));
            CompletableFuture<CallToolResult> call = call(client);
            await().atMost(SOON).until(() -> silent.connections() > 0);

            assertEndsWithin(SHUTDOWN, way.begin(client));

            assertThat(failure(call).outcome()).isEqualTo(McpOutcome.NOT_SENT);
            client.close();
        }
    }

    // closing does not wait for a connection attempt without a call
    @Test
    @Timed
    void whenConnectingInTheBackgroundThenCloseIsPrompt() {
        try (BlackHole silent = new BlackHole()) {
            McpClient client =
                    this.invariants.build(McpClient.builder("weather").url(silent.url()));
            client.session().start();
            await().atMost(SOON).until(() -> silent.connections() > 0);
            assertEndsWithin(Duration.ofMillis(500), End.CLOSE.begin(client));
        }
    }

    // the session is lost, and its renewal hangs
    @ParameterizedTest
    @Timed
    @EnumSource
    void whenSessionIsBeingRenewedThenCallsFailAsNotExecuted(End way) {
        McpClient client =
                client(this.legacy, builder -> builder.timeouts(timeouts -> timeouts.withShutdown(SHUTDOWN)));
        client.session().connect();
        this.legacy.on("initialize").optionally().always().reply(Reply.neverAnswer());
        this.legacy.forgetSessions();
        int before = this.legacy.requests("initialize").size();
        CompletableFuture<CallToolResult> call = call(client);
        this.legacy.awaitRequests("initialize", before + 1, SOON);

        assertEndsWithin(SHUTDOWN, way.begin(client));

        assertThat(failure(call)).isInstanceOf(McpException.class);
        client.close();
    }

    // the server asks us in the middle of a call: it gets its response, and the caller gets the result
    @Test
    void whenHandlerIsRunningThenItsResponseIsSentAndTheCallCompletes() {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch answered = new CountDownLatch(1);
        this.legacy.on("POST").optionally().reply(request -> {
            answered.countDown();
            return Reply.accepted();
        });
        this.legacy
                .on("tools/call")
                .reply(Reply.sse("data: {\"jsonrpc\":\"2.0\",\"id\":\"r1\",\"method\":\"roots/list\"}")
                        .until(answered)
                        .event(ANSWER));
        McpClient client = client(
                this.legacy,
                builder -> builder.roots(context -> {
                    asked.countDown();
                    this.goOn.await(SOON.toSeconds(), TimeUnit.SECONDS);
                    return List.of(Root.of("file:///work"));
                }));
        CompletableFuture<CallToolResult> call = call(client);
        assertThat(isOpen(asked)).isTrue();

        CompletableFuture<Void> end = End.CLOSE.begin(client);
        assertThat(end).isNotDone();
        this.goOn.countDown();

        assertThat(call).succeedsWithin(SOON);
        assertThat(call.join().text()).isEqualTo("fine");
        assertThat(end).succeedsWithin(SOON);
    }

    @Test
    @Timed
    void whenHandlerHangsThenTheClientClosesWithoutIt() {
        CountDownLatch asked = new CountDownLatch(1);
        this.legacy
                .on("tools/call")
                .reply(Reply.sse("data: {\"jsonrpc\":\"2.0\",\"id\":\"r1\",\"method\":\"roots/list\"}")
                        .until(this.goOn));
        this.legacy.on("notifications/cancelled").optionally().reply(Reply.accepted());
        McpClient client = client(this.legacy, builder -> builder.timeouts(timeouts -> timeouts.withShutdown(SHUTDOWN))
                .roots(context -> {
                    asked.countDown();
                    this.goOn.await(SOON.toSeconds(), TimeUnit.SECONDS);
                    return List.of();
                }));
        CompletableFuture<CallToolResult> call = call(client);
        assertThat(isOpen(asked)).isTrue();

        assertEndsWithin(SHUTDOWN, End.CLOSE.begin(client));

        assertThat(failure(call).outcome()).isEqualTo(McpOutcome.UNKNOWN);
    }

    // MRTR: the person who was asked is waited for, and the round that follows is sent
    @Test
    void whenInputRequestIsPendingThenTheCallCompletes() {
        CountDownLatch asked = new CountDownLatch(1);
        this.modern
                .on("tools/call")
                .reply(Reply.result("{\"resultType\":\"input_required\",\"inputRequests\":{\"who\":" + FORM + "}}"));
        McpClient client = client(
                this.modern,
                builder -> builder.elicitation((form, context) -> {
                    asked.countDown();
                    this.goOn.await(SOON.toSeconds(), TimeUnit.SECONDS);
                    return ElicitResult.accept(Map.of("name", "Ada"));
                }));
        CompletableFuture<CallToolResult> call = call(client);
        assertThat(isOpen(asked)).isTrue();

        CompletableFuture<Void> end = End.CLOSE.begin(client);
        this.goOn.countDown();

        assertThat(call).succeedsWithin(SOON);
        assertThat(end).succeedsWithin(SOON);
        assertThat(this.modern.requests("tools/call")).hasSize(2);
    }

    // a list of which the first page is there is finished
    @Test
    void whenListHasBegunThenItsPagesAreFetched() {
        this.legacy
                .on("tools/list")
                .reply(Reply.result("{\"tools\":[],\"nextCursor\":\"2\"}").after(this.goOn));
        McpClient client = client(this.legacy);
        CompletableFuture<?> list = client.reactive().listTools().toFuture();
        this.legacy.awaitRequests("tools/list", 1, SOON);

        CompletableFuture<Void> end = End.CLOSE.begin(client);
        this.goOn.countDown();

        assertThat(list).succeedsWithin(SOON);
        assertThat(end).succeedsWithin(SOON);
        assertThat(this.legacy.requests("tools/list")).hasSize(2);
    }

    // D21: idempotent, from any thread
    @Test
    void whenClosedConcurrentlyThenTheSessionEndsOnce() {
        McpClient client = client(this.legacy);
        client.session().connect();
        List<CompletableFuture<Void>> ends = IntStream.range(0, 8)
                .mapToObj(i -> CompletableFuture.runAsync((i % 2 == 0) ? client::close : client.session()::dispose))
                .toList();
        assertThat(ends).allSatisfy(end -> assertThat(end).succeedsWithin(SOON));
        client.close();
        assertThat(this.legacy.requests("DELETE")).hasSize(1);
    }

    // B22
    @Test
    @Timed
    void whenSessionDeletionIsNotAnsweredThenCloseWaitsOneSecond() {
        this.legacy.on("DELETE").reply(Reply.neverAnswer());
        McpClient client = client(
                this.legacy, builder -> builder.timeouts(timeouts -> timeouts.withShutdown(Duration.ofSeconds(30))));
        client.session().connect();
        assertEndsWithin(Duration.ofSeconds(1), End.CLOSE.begin(client));
        this.legacy.awaitOpenConnections(0, SOON);
    }

    // E18: a call that hangs and a process that does not want to go, within one shutdown-timeout
    @ParameterizedTest
    @Timed
    @ValueSource(strings = {"stubborn", "grandchild"})
    void whenProcessHangsThenItIsTerminatedInTime(String mode) {
        Duration shutdown = Duration.ofSeconds(4);
        List<String> command = StdioServer.command(mode, "silent-on=tools/call");
        McpClient client = this.invariants.build(McpClient.builder("weather")
                .command(command.get(0), command.subList(1, command.size()).toArray(String[]::new))
                .timeouts(timeouts -> timeouts.withShutdown(shutdown)
                        .withConnect(Duration.ofSeconds(20))
                        .withRequest(Duration.ofSeconds(20))));
        client.session().connect();
        List<ProcessHandle> processes = ProcessHandle.current()
                .descendants()
                .filter(process -> process.info().commandLine().orElse("").contains("StdioServerMain"))
                .toList();
        assertThat(processes).isNotEmpty();
        CompletableFuture<CallToolResult> call = call(client);
        await().atMost(SOON).until(() -> client.status().inFlight() == 1);

        assertEndsWithin(shutdown, End.CLOSE.begin(client));

        assertThat(failure(call).outcome()).isEqualTo(McpOutcome.UNKNOWN);
        assertThat(processes).noneMatch(McpClientShutdownTests::isRunning);
    }

    /** One that was killed, and whose parent has not looked after it yet, has no command any more. */
    private static boolean isRunning(ProcessHandle process) {
        return process.isAlive() && process.info().command().isPresent();
    }

    @ParameterizedTest
    @EnumSource(ProgrammingModel.class)
    void reconnectEndsTheSessionAndOpensAnother(ProgrammingModel face) {
        try (McpClient client = client(this.legacy)) {
            client.session().connect();
            face.reconnect(client);
            assertThat(client.status().isConnected()).isTrue();
            assertThat(this.legacy.sessionsOpened()).isEqualTo(2);
            assertThat(this.legacy.requests("DELETE")).hasSize(1);
        }
    }

    // a client that stays connected goes on doing so
    @Test
    void reconnectWhenStartedKeepsReconnecting() {
        try (McpClient client = client(
                this.legacy,
                builder -> builder.reconnect(
                        reconnect -> reconnect.withIntervals(Duration.ofMillis(50), 2, Duration.ofMillis(100))))) {
            client.session().start();
            await().atMost(SOON).until(() -> client.status().isConnected());
            this.legacy.on("initialize").reply(Reply.status(500));
            assertThat(catchThrowableOfType(McpException.class, client.session()::reconnect))
                    .isNotNull();
            await().atMost(SOON).until(() -> client.status().isConnected());
        }
    }

    // the caller may give up, such as a page that is closed
    @Test
    void reconnectWhenStartedAndCancelledConnectsAgain() {
        this.legacy.on("tools/call").reply(request -> {
            assertThat(isOpen(this.goOn)).isTrue();
            return Reply.sse().event(ANSWER).thenEnd();
        });
        try (McpClient client = client(this.legacy)) {
            client.session().start();
            CompletableFuture<CallToolResult> call = call(client);
            this.legacy.awaitRequests("tools/call", 1, SOON);

            client.reactive().session().reconnect().subscribe().dispose();
            this.goOn.countDown();

            assertThat(call).succeedsWithin(SOON);
            this.legacy.awaitRequests("DELETE", 1, SOON);
            await().atMost(SOON).until(() -> client.status().isConnected());
            assertThat(this.legacy.sessionsOpened()).isEqualTo(2);
        }
    }

    private static boolean isOpen(CountDownLatch latch) {
        try {
            return latch.await(SOON.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
    }
}
