package io.mcpclient.internal.era.modern;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.test.StepVerifier;

import io.mcpclient.call.CallProgress;
import io.mcpclient.call.Deadline;
import io.mcpclient.call.McpCall;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.handler.McpRequestContext;
import io.mcpclient.handler.ReactiveMcpElicitationHandler;
import io.mcpclient.handler.ReactiveMcpRootsProvider;
import io.mcpclient.handler.ReactiveMcpSamplingHandler;
import io.mcpclient.internal.inbound.BoundedExecutor;
import io.mcpclient.internal.inbound.McpHandlers;
import io.mcpclient.internal.pipeline.DeadlineStage;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.CreateMessageResult;
import io.mcpclient.schema.ElicitResult;
import io.mcpclient.schema.GetPromptParams;
import io.mcpclient.schema.GetPromptResult;
import io.mcpclient.schema.ReadResourceParams;
import io.mcpclient.schema.ReadResourceResult;
import io.mcpclient.schema.RequestState;
import io.mcpclient.schema.Root;
import io.mcpclient.schema.TextContent;
import io.mcpclient.testkit.Slow;
import io.mcpclient.testkit.VirtualTime;
import io.mcpclient.time.TimeSource;

import static io.mcpclient.internal.era.modern.InputRequestingServer.CODEC;
import static io.mcpclient.internal.era.modern.InputRequestingServer.DONE;
import static io.mcpclient.internal.era.modern.InputRequestingServer.FORM;
import static io.mcpclient.internal.era.modern.InputRequestingServer.LIMIT;
import static io.mcpclient.internal.era.modern.InputRequestingServer.ROOTS;
import static io.mcpclient.internal.era.modern.InputRequestingServer.SAMPLE;
import static io.mcpclient.internal.era.modern.InputRequestingServer.asks;
import static io.mcpclient.internal.era.modern.InputRequestingServer.call;
import static io.mcpclient.internal.era.modern.InputRequestingServer.rounds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** How questions are answered and requests sent again, with a server that is a list of results. */
@Timeout(60)
@Slow
class MultiRoundTripTests {

    private static final McpHandlers ALL = McpHandlers.none()
            .with(
                    ReactiveMcpElicitationHandler.class,
                    (form, context) -> Mono.just(ElicitResult.accept(Map.of("name", "octocat"))))
            .with(
                    ReactiveMcpSamplingHandler.class,
                    (messages, context) ->
                            Mono.just(CreateMessageResult.of("m-1", TextContent.of("Paris"), TextContent.of("!"))))
            .with(ReactiveMcpRootsProvider.class, context -> Mono.just(List.of(Root.of("file:///srv"))));

    private static Object answer(MultiRoundTrip rounds, McpCall call, InputRequestingServer server) {
        Object answer = rounds.handle(call, server).block(LIMIT);
        assertThat(answer).isNotNull();
        return (answer != null) ? answer : "";
    }

    private static String text(Object answer) {
        return ((CallToolResult) answer).text();
    }

    // RPC-18, RPC-19: what is complete, or does not say what it is, passes
    @ParameterizedTest
    @ValueSource(strings = {DONE, "{\"content\":[{\"type\":\"text\",\"text\":\"done\"}]}"})
    void handleWhenResultIsCompleteReturnsIt(String result) {
        InputRequestingServer server = new InputRequestingServer(result);
        McpCall call = call();

        assertThat(text(answer(rounds(ALL), call, server))).isEqualTo("done");
        assertThat(server.sent).containsExactly(call);
        assertThat(call.progress().dependsOnInput()).isFalse();
    }

    // MRTR-03, MRTR-05, MRTR-09, MRTR-14, MRTR-20, META-14, SMP-15: bare answers under the same keys, all else as it
    // was
    @Test
    void handleWhenInputIsRequiredRepeatsTheRequestWithAllInputsAndTheState() {
        InputRequestingServer server = new InputRequestingServer(
                asks("\"inputRequests\":{\"__proto__\":" + FORM + ",\"\":" + SAMPLE + ",\"\\u00e9 \\\"\":" + ROOTS
                        + "},\"requestState\":\"s\""),
                DONE);
        CallToolParams params = CallToolParams.of("echo", Map.of("a", 1)).withMeta(Map.of("com.example/k", true));
        McpCall call = call("tools/call", params, CallToolResult.class, McpCallOptions.defaults());

        assertThat(text(answer(rounds(ALL), call, server))).isEqualTo("done");
        assertThat(server.params(1)).isEqualTo("""
                {"name":"echo","arguments":{"a":1},"inputResponses":{\
                "__proto__":{"action":"accept","content":{"name":"octocat"}},\
                "":{"role":"assistant","content":[{"type":"text","text":"Paris"},{"type":"text","text":"!"}],"model":"m-1"},\
                "\u00e9 \\"":{"roots":[{"uri":"file:///srv"}]}},\
                "requestState":"s","_meta":{"com.example/k":true}}""");
        assertThat(server.sent.get(1))
                .isEqualTo(call.withParams(server.sent.get(1).params()));
        assertThat(call.progress().dependsOnInput()).isTrue();
    }

    static Stream<McpCall> raw() {
        McpCallOptions options = McpCallOptions.defaults();
        return Stream.of(
                call("tools/call", Map.of("name", "echo", "requestState", "old"), Map.class, options),
                call("tools/call", new Bean("echo", "old"), Map.class, options),
                call(
                        "prompts/get",
                        new GetPromptParams("echo", null, Map.of(), new RequestState("old"), null),
                        GetPromptResult.class,
                        options));
    }

    private record Bean(String name, String requestState) {}

    // MRTR-09: the same for requests with methods unknown to the library; the responses that the caller passed is of an
    // earlier round
    @ParameterizedTest
    @MethodSource("raw")
    void handleWhenParamsHaveAnyTypeAddsTheInputResponses(McpCall call) {
        InputRequestingServer server = new InputRequestingServer(asks("k", ROOTS), DONE);

        answer(rounds(ALL), call, server);
        assertThat(server.sent).hasSize(2);
        assertThat(server.params(1))
                .isEqualTo("{\"name\":\"echo\",\"inputResponses\":{\"k\":{\"roots\":[{\"uri\":\"file:///srv\"}]}}}");
        assertThat(call.progress().dependsOnInput()).isTrue();
    }

    @Test
    void handleWhenThereAreNoParamsAddsTheInputResponses() {
        InputRequestingServer server = new InputRequestingServer(asks("\"requestState\":\"s\""), DONE);

        answer(rounds(ALL), call("tools/call", null, Map.class, McpCallOptions.defaults()), server);
        assertThat(server.params(1)).isEqualTo("{\"requestState\":\"s\"}");
    }

    // MRTR-05, F24: byte for byte, whatever it looks like
    @ParameterizedTest
    @ValueSource(
            strings = {"", " ", "{\"a\": 1}", "\"", "\\u0041", "\u0000\r\n\t", "\u00e9\ud83d\ude00\u2028", "%7B=&+"})
    void handleSendsTheRequestStateBackUnchanged(String state) {
        InputRequestingServer server = new InputRequestingServer(asks("\"requestState\":" + CODEC.toJson(state)), DONE);
        ReadResourceParams params = ReadResourceParams.of("file:///a");

        answer(
                rounds(McpHandlers.none()),
                call("resources/read", params, ReadResourceResult.class, McpCallOptions.defaults()),
                server);
        assertThat(server.sent.get(1).params()).isEqualTo(params.withInput(null, new RequestState(state)));
    }

    // MRTR-04, MRTR-06, MRTR-10, MRTR-22: each round sends what the latest one asked for, and no more
    @Test
    void handleWhenThereAreManyRoundsSendsOnlyTheLatestInputs() {
        InputRequestingServer server = new InputRequestingServer(
                asks("\"inputRequests\":{\"a\":" + ROOTS + "},\"requestState\":\"1\""),
                asks("b", ROOTS),
                asks("\"requestState\":\"3\""),
                asks("\"inputRequests\":{}"),
                DONE);

        answer(rounds(ALL), call(), server);
        String roots = "{\"roots\":[{\"uri\":\"file:///srv\"}]}";
        assertThat(List.of(server.params(1), server.params(2), server.params(3), server.params(4)))
                .extracting(params -> params.replace("{\"name\":\"echo\",\"arguments\":{\"a\":1}", ""))
                .containsExactly(
                        ",\"inputResponses\":{\"a\":" + roots + "},\"requestState\":\"1\"}",
                        ",\"inputResponses\":{\"b\":" + roots + "}}",
                        ",\"requestState\":\"3\"}",
                        ",\"inputResponses\":{}}");
    }

    // MRTR-03: three handlers that wait for each other
    @Test
    void handleCallsAllHandlersConcurrently() {
        CyclicBarrier all = new CyclicBarrier(3);
        McpHandlers handlers = McpHandlers.none()
                .with(ReactiveMcpElicitationHandler.class, ReactiveMcpElicitationHandler.of((form, context) -> {
                    all.await(10, TimeUnit.SECONDS);
                    return ElicitResult.decline();
                }))
                .with(ReactiveMcpSamplingHandler.class, ReactiveMcpSamplingHandler.of((messages, context) -> {
                    all.await(10, TimeUnit.SECONDS);
                    return CreateMessageResult.text("m-1", "x");
                }))
                .with(ReactiveMcpRootsProvider.class, ReactiveMcpRootsProvider.of(context -> {
                    all.await(10, TimeUnit.SECONDS);
                    return List.of();
                }));
        InputRequestingServer server = new InputRequestingServer(
                asks("\"inputRequests\":{\"a\":" + FORM + ",\"b\":" + SAMPLE + ",\"c\":" + ROOTS + "}"), DONE);

        assertThat(text(answer(rounds(handlers), call(), server))).isEqualTo("done");
        assertThat(server.params(1)).contains("{\"a\":{\"action\":\"decline\"},\"b\":{", "},\"c\":{\"roots\":[]}}");
    }

    // a call does not wait for minutes behind forms of other calls that nobody fills in
    @Test
    void handleWhenNoHandlerCompletesFailsQueuedCalls() {
        VirtualTime time = new VirtualTime();
        AtomicBoolean isOpen = new AtomicBoolean();
        McpHandlers handlers = McpHandlers.none().with(ReactiveMcpRootsProvider.class, context -> {
            isOpen.set(true);
            return Mono.never();
        });
        MultiRoundTrip rounds = rounds(handlers, 10, BoundedExecutor.ofHandlers(1, 100, time));
        Disposable first = rounds.handle(call(), new InputRequestingServer(asks("a", ROOTS), DONE))
                .subscribe();
        await().atMost(LIMIT).untilTrue(isOpen);

        StepVerifier.create(rounds.handle(call(), new InputRequestingServer(asks("b", ROOTS), DONE)))
                .then(() -> await().atMost(LIMIT).until(() -> !time.pending().isEmpty()))
                .then(() -> time.advance(Duration.ofSeconds(5)))
                .expectErrorSatisfies(error -> assertThat(error)
                        .isInstanceOf(McpRejectedException.class)
                        .hasMessageContaining("was refused: too many requests wait for a handler"))
                .verify(LIMIT);
        first.dispose();
    }

    // MRTR-15: no more at once than is allowed, whatever call they belong to; who gives up waiting makes room
    @Test
    void handleWhenTooManyHandlersRunQueuesFurtherOnes() {
        List<Sinks.One<List<Root>>> working = new CopyOnWriteArrayList<>();
        McpHandlers handlers = McpHandlers.none().with(ReactiveMcpRootsProvider.class, context -> {
            Sinks.One<List<Root>> answer = Sinks.one();
            working.add(answer);
            return answer.asMono();
        });
        MultiRoundTrip rounds = rounds(handlers, 10, 2);
        String two = asks("\"inputRequests\":{\"a\":" + ROOTS + ",\"b\":" + ROOTS + "}");
        InputRequestingServer other = new InputRequestingServer(two, DONE);
        AtomicReference<@Nullable Object> answer = new AtomicReference<>();

        rounds.handle(call(), new InputRequestingServer(two, DONE)).subscribe(answer::set);
        await().atMost(LIMIT).until(() -> working.size() == 2);
        Disposable waiting = rounds.handle(call(), other).subscribe();
        Mono<Object> third = rounds.handle(call(), new InputRequestingServer(asks("c", ROOTS), DONE))
                .cache();
        third.subscribe();
        waiting.dispose();
        assertThat(working).hasSize(2);

        working.get(0).tryEmitValue(List.of());
        await().atMost(LIMIT).until(() -> working.size() == 3);
        working.get(1).tryEmitValue(List.of());
        working.get(2).tryEmitValue(List.of());
        await().atMost(LIMIT).until(() -> answer.get() != null);
        assertThat(third.block(LIMIT)).isNotNull();
        assertThat(working).hasSize(3);
        assertThat(other.sent).hasSize(1);
    }

    // MRTR-15: a reactive handler sees the context of the caller
    @Test
    void handlerSeesTheReactorContextOfTheCaller() {
        McpHandlers handlers = McpHandlers.none()
                .with(
                        ReactiveMcpRootsProvider.class,
                        context -> Mono.deferContextual(
                                caller -> Mono.just(List.of(Root.of("file:///" + caller.get("user"))))));
        InputRequestingServer server = new InputRequestingServer(asks("k", ROOTS), DONE);

        assertThat(rounds(handlers)
                        .handle(call(), server)
                        .contextWrite(caller -> caller.put("user", "ada"))
                        .block(LIMIT))
                .isNotNull();
        assertThat(server.params(1)).contains("file:///ada");
    }

    // MRTR-15: what a handler may know, such as who asks
    @Test
    void handlerReceivesTheRequestContext() {
        AtomicReference<@Nullable McpRequestContext> told = new AtomicReference<>();
        McpHandlers handlers = McpHandlers.none().with(ReactiveMcpRootsProvider.class, context -> {
            told.set(context);
            context.reportProgress(1, null, null);
            return Mono.just(List.of());
        });

        answer(rounds(handlers), call(), new InputRequestingServer(asks("k", ROOTS), DONE));
        assertThat(told.get()).extracting(McpRequestContext::serverName).isEqualTo("weather");
        assertThat(told.get()).extracting(McpRequestContext::relatedTask).isNull();
    }

    // TMO-07: a person may take longer than the server may, and each round has its time
    @Test
    void handleWhenHandlerTakesLongIsLimitedOnlyByTheMaximumTimeout() {
        McpHandlers handlers = McpHandlers.none()
                .with(ReactiveMcpRootsProvider.class, context -> Mono.delay(Duration.ofMillis(1500))
                        .thenReturn(List.of()));
        McpCall call = limited(Duration.ofMillis(1000), LIMIT);
        InputRequestingServer server = new InputRequestingServer(asks("k", ROOTS), DONE);
        MultiRoundTrip rounds = rounds(handlers);

        StepVerifier.create(new DeadlineStage(TimeSource.system()).intercept(call, next -> rounds.handle(next, server)))
                .expectNextCount(1)
                .expectComplete()
                .verify(LIMIT);
        assertThat(call.progress().isPaused()).isFalse();
    }

    // MRTR-11, TMO-07: pauses between states are bounded by the time of the call
    @Test
    void handleWhenServerKeepsPostponingEndsAtTheDeadline() {
        MultiRoundTrip rounds = new MultiRoundTrip(
                "weather",
                CODEC,
                InputRequestingServer.features(McpHandlers.none()),
                1000,
                new BoundedExecutor(4, 1000));
        InputRequestingServer server = new InputRequestingServer(asks("\"requestState\":\"busy\""));

        StepVerifier.create(new DeadlineStage(TimeSource.system())
                        .intercept(
                                limited(Duration.ofMillis(1000), Duration.ofMillis(1000)),
                                next -> rounds.handle(next, server)))
                .expectError(McpTimeoutException.class)
                .verify(LIMIT);
        // Pauses of at least 100, 200, 400 and 800 ms.
        assertThat(server.sent).hasSizeBetween(2, 4);
    }

    private static McpCall limited(Duration timeout, Duration longest) {
        McpCall call = call();
        return new McpCall(
                call.serverName(),
                call.method(),
                call.params(),
                call.resultType(),
                call.options(),
                Deadline.after(TimeSource.system(), timeout, longest),
                new CallProgress());
    }

    // CAN-13: handlers are stopped, and nothing is sent any more
    @Test
    void handleWhenCancelledStopsTheHandlers() {
        AtomicBoolean stopped = new AtomicBoolean();
        CountDownLatch asked = new CountDownLatch(1);
        McpHandlers handlers = McpHandlers.none()
                .with(ReactiveMcpRootsProvider.class, context -> Mono.<List<Root>>never()
                        .doOnSubscribe(begun -> asked.countDown())
                        .doOnCancel(() -> stopped.set(true)));
        InputRequestingServer server = new InputRequestingServer(asks("k", ROOTS), DONE);
        McpCall call = call();

        StepVerifier.create(rounds(handlers).handle(call, server))
                .then(() -> await().atMost(LIMIT).until(() -> asked.getCount() == 0))
                .then(() -> assertThat(call.progress().isPaused()).isTrue())
                .thenCancel()
                .verify(LIMIT);
        await().atMost(LIMIT).untilTrue(stopped);
        assertThat(call.progress().isPaused()).isFalse();
        assertThat(server.sent).hasSize(1);
    }

    // MRTR-19: a state that is rejected ends the call
    @Test
    void handleWhenRetryFailsFailsWithTheErrorOfTheServer() {
        McpRequestException error = new McpRequestException(
                McpErrorDetails.of("weather", "tools/call", McpOutcome.ANSWERED, "expired"), -32602, "expired", null);
        InputRequestingServer server = new InputRequestingServer(asks("\"requestState\":\"old\""));

        StepVerifier.create(rounds(ALL)
                        .handle(call(), next -> server.sent.isEmpty() ? server.handle(next) : Mono.error(error)))
                .expectErrorSatisfies(thrown -> assertThat(thrown).isSameAs(error))
                .verify(LIMIT);
    }

    // MRTR-21: rounds may end in a task
    @Test
    void handleWhenRoundsEndInATaskReturnsIt() {
        InputRequestingServer server = new InputRequestingServer(
                asks("k", ROOTS), "{\"resultType\":\"task\",\"taskId\":\"t-1\",\"status\":\"working\"}");

        assertThat(answer(rounds(ALL), call(), server))
                .isInstanceOfSatisfying(CallToolResult.class, result -> assertThat(result.extra())
                        .containsEntry("taskId", "t-1"));
    }

    // CAP-06, MRTR-13: the caller answers, so handlers are not asked, and anything may be asked for
    @Test
    void handleWithManualInputReturnsTheInputRequests() {
        McpCallOptions manual = McpCallOptions.defaults().withManualInput();
        InputRequestingServer server =
                new InputRequestingServer(asks("\"inputRequests\":{\"k\":" + ROOTS + "},\"requestState\":\"s\""), DONE);
        MultiRoundTrip rounds = rounds(McpHandlers.none());
        CallToolParams params = CallToolParams.of("echo", Map.of("a", 1));

        CallToolResult first =
                (CallToolResult) answer(rounds, call("tools/call", params, CallToolResult.class, manual), server);
        assertThat(first.hasAnswer()).isFalse();
        assertThat(first.inputRequired()).hasValueSatisfying(asked -> {
            assertThat(asked.inputRequests()).containsOnlyKeys("k");
            assertThat(asked.requestState()).isEqualTo(new RequestState("s"));
        });

        McpCall again = call("tools/call", params.withInput(null, new RequestState("s")), CallToolResult.class, manual);
        assertThat(text(answer(rounds, again, server))).isEqualTo("done");
        assertThat(server.sent.get(1)).isEqualTo(again);
        assertThat(again.progress().dependsOnInput()).isTrue();
    }
}
