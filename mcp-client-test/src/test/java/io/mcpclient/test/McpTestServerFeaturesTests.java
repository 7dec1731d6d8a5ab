package io.mcpclient.test;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

import io.mcpclient.McpClient;
import io.mcpclient.McpClientBuilder;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.handler.McpProgress;
import io.mcpclient.observation.McpServerObservationContext;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.CompleteParams;
import io.mcpclient.schema.CreateMessageParams;
import io.mcpclient.schema.CreateMessageResult;
import io.mcpclient.schema.ElicitResult;
import io.mcpclient.schema.FormField;
import io.mcpclient.schema.Implementation;
import io.mcpclient.schema.LoggingLevel;
import io.mcpclient.schema.PromptReference;
import io.mcpclient.schema.RequestedSchema;
import io.mcpclient.schema.Role;
import io.mcpclient.schema.SamplingMessage;
import io.mcpclient.schema.TaskStatus;
import io.mcpclient.schema.TextContent;
import io.mcpclient.task.McpTask;
import io.mcpclient.test.McpTestServerTests.Way;

import static io.mcpclient.test.McpAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

/** What the tools of a test server can do besides returning a result. */
@Timeout(60)
class McpTestServerFeaturesTests {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private static final RequestedSchema FORM = RequestedSchema.of(Map.of("value", FormField.text()), "value");

    private final McpTestServer server = McpTestServer.create("weather");

    @AfterEach
    void close() {
        this.server.close();
    }

    private static McpClientBuilder answering(McpClientBuilder builder) {
        return builder.elicitation((form, context) -> ElicitResult.accept(Map.of("value", form.message() + "!")))
                .sampling((prompt, context) -> CreateMessageResult.text("model", "a poem"));
    }

    @ParameterizedTest
    @EnumSource
    void toolAsksTheUserAndTheModelInSeveralRounds(Way way) {
        this.server.tool("travel").answersLater(call -> {
            ElicitResult from = call.answer("from", ElicitResult.class);
            ElicitResult to = call.answer("to", ElicitResult.class);
            CreateMessageResult poem = call.answer("poem", CreateMessageResult.class);
            if (from == null) {
                return call.asks("from", "From", FORM);
            }
            if (to == null) {
                return call.asks("to", "To", FORM);
            }
            if (poem == null) {
                return call.asksModel("poem", prompt());
            }
            return Mono.just(CallToolResult.text(
                    from.content().get("value") + " " + to.content().get("value") + " " + poem.model()));
        });
        try (McpClient client = way.client(this.server, McpTestServerFeaturesTests::answering)) {
            assertThat(client.callTool("travel", Map.of("by", "train"))).hasText("From! To! model");
            assertThat(this.server).hasReceivedCalls("travel", 1).withArgument("by", "train");
        }
    }

    @ParameterizedTest
    @EnumSource
    void cancelledCallStopsItsWork(Way way) {
        CallWork work = new CallWork();
        this.server.tool("endless").answersLater(work::result);
        try (McpClient client = way.client(this.server)) {
            Disposable call = client.reactive().callTool("endless", Map.of()).subscribe(result -> {}, failure -> {});
            await().atMost(LIMIT).until(work.begun::get);
            call.dispose();
            await().atMost(LIMIT).until(work.cancelled::get);
        }
    }

    @ParameterizedTest
    @EnumSource
    void callsOfAClientThatIsClosedAreStopped(Way way) {
        CallWork work = new CallWork();
        this.server.tool("endless").answersLater(work::result);
        McpClient client =
                way.client(this.server, builder -> builder.timeouts(timeouts -> timeouts.withDrain(Duration.ZERO)));
        client.reactive().callTool("endless", Map.of()).subscribe(result -> {}, failure -> {});
        await().atMost(LIMIT).until(work.begun::get);
        client.close();
        await().atMost(LIMIT).until(work.cancelled::get);
    }

    @ParameterizedTest
    @EnumSource
    void callsOfALostConnectionAreStopped(Way way) {
        CallWork work = new CallWork();
        this.server.tool("endless").answersLater(work::result);
        try (McpClient client = way.client(this.server)) {
            client.reactive().callTool("endless", Map.of()).subscribe(result -> {}, failure -> {});
            await().atMost(LIMIT).until(work.begun::get);
            this.server.disconnect();
            await().atMost(LIMIT).until(work.cancelled::get);
        }
    }

    /** What a tool does until its call is cancelled. */
    private static final class CallWork {

        private final AtomicBoolean begun = new AtomicBoolean();

        private final AtomicBoolean cancelled = new AtomicBoolean();

        Mono<CallToolResult> result(McpTestCall call) {
            return Mono.<CallToolResult>never()
                    .doOnSubscribe(subscription -> this.begun.set(true))
                    .doOnCancel(() -> this.cancelled.set(true));
        }
    }

    /** An application is connected before its tests define anything. */
    @ParameterizedTest
    @EnumSource
    void completionsAreDefinedAfterTheConnection(Way way) {
        CompleteParams city = CompleteParams.of(PromptReference.of("trip"), "city", "O");
        try (McpClient client = way.client(this.server)) {
            client.session().connect();
            assertThat(client.complete(city).completion().values()).isEmpty();
            this.server.on("completion/complete", request -> Map.of("completion", Map.of("values", List.of("Oslo"))));
            assertThat(client.complete(city).completion().values()).containsExactly("Oslo");
        }
    }

    @Test
    void taskOfAToolThatIsDefinedAfterTheConnectionIsResumed() {
        try (McpClient client = Way.MEMORY_MODERN.client(this.server, McpTestServerFeaturesTests::withTasks)) {
            client.session().connect();
            this.server
                    .tool("plan")
                    .runsAsTask(Duration.ofMinutes(1), Duration.ofMillis(20))
                    .answers(call -> CallToolResult.text("done"));
            McpTask task =
                    client.tasks().callTool(CallToolParams.of("plan", Map.of()), null, McpCallOptions.defaults());
            assertThat(client.tasks().resume(task.handle()).await()).hasText("done");
        }
    }

    private static CreateMessageParams prompt() {
        return new CreateMessageParams(
                List.of(new SamplingMessage(Role.USER, List.of(TextContent.of("A poem")), null, Map.of())),
                null,
                null,
                null,
                null,
                100L,
                List.of(),
                null,
                List.of(),
                null,
                null,
                null,
                Map.of());
    }

    @ParameterizedTest
    @EnumSource
    void toolKnowsWhatTheClientSupports(Way way) {
        this.server
                .tool("check")
                .answers(call -> CallToolResult.text(call.supports("elicitation") + " " + call.supports("roots")));
        try (McpClient client = way.client(this.server, McpTestServerFeaturesTests::answering)) {
            assertThat(client.callTool("check", Map.of())).hasText("true false");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"MEMORY_MODERN", "HTTP_MODERN"})
    void clientWithoutTheCapabilityIsNotAsked(Way way) {
        this.server.tool("travel").answersLater(call -> call.asks("from", "From", FORM));
        try (McpClient client = way.client(this.server)) {
            McpException failure = catchThrowableOfType(McpException.class, () -> client.callTool("travel", Map.of()));
            assertThat(failure).hasMessageContaining("elicitation");
        }
    }

    @ParameterizedTest
    @EnumSource
    void failureOfAFunctionIsAResultAndAnErrorIsAnError(Way way) {
        this.server.tool("broken").answersLater(call -> Mono.error(new IllegalStateException("no such city")));
        this.server.tool("rejected").answersLater(call -> Mono.error(new McpTestError(-32000, "not today")));
        this.server
                .tool("picky")
                .checks(arguments -> arguments.isEmpty() ? "say where" : null)
                .returns("fine");
        try (McpClient client = way.client(this.server)) {
            assertThat(client.callTool("broken", Map.of())).isError().hasText("no such city");
            McpRequestException rejected =
                    catchThrowableOfType(McpRequestException.class, () -> client.callTool("rejected", Map.of()));
            assertThat(rejected.code()).isEqualTo(-32000);
            assertThat(client.callTool("picky", Map.of())).isError().hasText("say where");
            assertThat(client.callTool("picky", Map.of("city", "Oslo"))).hasText("fine");
        }
    }

    @ParameterizedTest
    @EnumSource
    void failureOfACheckIsAnErrorThatSaysWhy(Way way) {
        this.server
                .tool("broken")
                .checks(arguments -> {
                    throw new IllegalStateException("no rule for it");
                })
                .returns("fine");
        this.server
                .tool("asserted")
                .checks(arguments -> {
                    throw new AssertionError("expected Oslo");
                })
                .returns("fine");
        this.server.tool("silent").answers(call -> {
            throw new UnsupportedOperationException();
        });
        try (McpClient client = way.client(this.server)) {
            assertThat(catchThrowableOfType(McpRequestException.class, () -> client.callTool("broken", Map.of())))
                    .hasMessageContaining("no rule for it");
            assertThat(catchThrowableOfType(McpRequestException.class, () -> client.callTool("asserted", Map.of())))
                    .hasMessageContaining("expected Oslo");
            assertThat(client.callTool("silent", Map.of())).isError().hasText("UnsupportedOperationException");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"MEMORY_MODERN", "HTTP_MODERN"})
    void functionReportsProgressAndLogs(Way way) {
        this.server.tool("slow").answers(call -> {
            call.log(LoggingLevel.INFO, "slow", "begun");
            call.log(LoggingLevel.DEBUG, "slow", "not asked for");
            call.report(0.5, 1, "half");
            return CallToolResult.text("done");
        });
        List<McpProgress> progress = new CopyOnWriteArrayList<>();
        List<Object> logged = new CopyOnWriteArrayList<>();
        try (McpClient client = way.client(
                this.server, builder -> builder.logListener((name, message) -> logged.add(message.data())))) {
            McpCallOptions options =
                    McpCallOptions.defaults().withProgress(progress::add).withLogLevel(LoggingLevel.INFO);
            assertThat(client.callTool("slow", Map.of(), options)).hasText("done");
            await().atMost(LIMIT).untilAsserted(() -> assertThat(progress)
                    .extracting(McpProgress::progress)
                    .containsExactly(0.5));
            await().atMost(LIMIT).untilAsserted(() -> assertThat(logged).containsExactly("begun"));
        }
    }

    private static McpClientBuilder withTasks(McpClientBuilder builder) {
        return answering(builder).protocol(protocol -> protocol.withTasks(true));
    }

    @ParameterizedTest
    @EnumSource(names = {"MEMORY_MODERN", "HTTP_MODERN"})
    void callRunsAsATaskThatAsksTheUser(Way way) {
        this.server
                .tool("plan")
                .runsAsTask(Duration.ofMinutes(1), Duration.ofMillis(20))
                .answersLater(call -> {
                    ElicitResult pace = call.answer("pace", ElicitResult.class);
                    return (pace == null)
                            ? call.asks("pace", "Pace", FORM)
                            : Mono.just(CallToolResult.text(
                                    call.isTask() + " " + pace.content().get("value")));
                });
        try (McpClient client = way.client(this.server, McpTestServerFeaturesTests::withTasks)) {
            assertThat(client.callTool("plan", Map.of())).hasText("true Pace!");
            assertThat(this.server.requests("tasks/update")).isEqualTo(1);
        }
    }

    @Test
    void callOfAClientWithoutTasksRunsAtOnce() {
        this.server
                .tool("plan")
                .runsAsTask(Duration.ofMinutes(1), Duration.ofMillis(20))
                .answers(call -> CallToolResult.text("task: " + call.isTask()));
        try (McpClient client =
                Way.MEMORY_MODERN.client(this.server, builder -> builder.protocol(all -> all.withTasks(false)))) {
            assertThat(client.callTool("plan", Map.of())).hasText("task: false");
        }
    }

    @Test
    void cancelledTaskStopsItsWork() {
        List<String> events = new CopyOnWriteArrayList<>();
        this.server
                .tool("plan")
                .runsAsTask(Duration.ofMinutes(1), Duration.ofMillis(20))
                .answersLater(call -> {
                    call.report(0, 1, "thinking");
                    return Mono.<CallToolResult>never()
                            .doOnSubscribe(begun -> events.add("begun"))
                            .doOnCancel(() -> events.add("cancelled"));
                });
        try (McpClient client = Way.HTTP_MODERN.client(this.server, McpTestServerFeaturesTests::withTasks)) {
            McpTask task =
                    client.tasks().callTool(CallToolParams.of("plan", Map.of()), null, McpCallOptions.defaults());
            await().atMost(LIMIT).untilAsserted(() -> assertThat(events).containsExactly("begun"));
            assertThat(task.status().message()).isEqualTo("thinking");
            assertThat(task.status().status()).isEqualTo(TaskStatus.WORKING);
            task.cancel();
            assertThat(events).containsExactly("begun", "cancelled");
            assertThat(task.status().status()).isEqualTo(TaskStatus.CANCELLED);
        }
    }

    @ParameterizedTest
    @EnumSource
    void functionAnswersAMethod(Way way) {
        this.server
                .on("weather/now", request -> Map.of("temperature", 4, "at", request.text("city")))
                .on("prompts/list", request -> Map.of("prompts", List.of(Map.of("name", "own"))))
                .on("weather/none", request -> null)
                .on("weather/broken", request -> {
                    throw new McpTestError(-32050, "no sensor", Map.of("sensor", 7));
                });
        try (McpClient client = way.client(this.server)) {
            assertThat(request(client, "weather/now", Map.of("city", "Oslo")))
                    .containsEntry("temperature", 4)
                    .containsEntry("at", "Oslo");
            assertThat(request(client, "weather/none", Map.of())).doesNotContainKey("temperature");
            assertThat(client.listPrompts()).singleElement().satisfies(prompt -> assertThat(prompt.name())
                    .isEqualTo("own"));
            McpRequestException missing =
                    catchThrowableOfType(McpRequestException.class, () -> request(client, "weather/now", Map.of()));
            assertThat(missing.code()).isEqualTo(-32602);
            McpRequestException broken =
                    catchThrowableOfType(McpRequestException.class, () -> request(client, "weather/broken", Map.of()));
            assertThat(broken.code()).isEqualTo(-32050);
            this.server.reset();
            assertThat(client.listPrompts()).isEmpty();
        }
    }

    @SuppressWarnings("unchecked") // JSON
    private static Map<String, Object> request(McpClient client, String method, Map<String, Object> params) {
        return client.raw().request(method, params, Map.class, McpCallOptions.defaults());
    }

    @ParameterizedTest
    @EnumSource
    void serverReportsWhatItIs(Way way) {
        this.server.info(Implementation.of("w", "2").withTitle("Weather"), "Ask for the city.");
        this.server.capabilities(Map.of("tools", Map.of()));
        this.server.tool("ping").returns("pong");
        try (McpClient client = way.client(this.server, UnaryOperator.identity())) {
            assertThat(client.callTool("ping", Map.of())).hasText("pong");
            assertThat(client.status().server().serverInfo().title()).isEqualTo("Weather");
            assertThat(client.status().server().instructions()).isEqualTo("Ask for the city.");
            assertThat(client.status().server().capabilities().prompts()).isNull();
        }
    }

    @ParameterizedTest
    @EnumSource
    void requestsAreObservedAsChildrenOfTheClientsSpan(Way way) {
        List<McpServerObservationContext> observed = new CopyOnWriteArrayList<>();
        ObservationRegistry registry = ObservationRegistry.create();
        registry.observationConfig().observationHandler(new ObservationHandler<McpServerObservationContext>() {
            @Override
            public void onStop(McpServerObservationContext context) {
                observed.add(context);
            }

            @Override
            public boolean supportsContext(Observation.Context context) {
                return context instanceof McpServerObservationContext;
            }
        });
        this.server.observations(registry).tool("ping").returns("pong");
        String parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        try (McpClient client = way.client(this.server)) {
            client.callTool("ping", Map.of(), McpCallOptions.defaults().withMeta("traceparent", parent));
            await().atMost(LIMIT).untilAsserted(() -> assertThat(observed)
                    .filteredOn(context -> context.getMethod().equals("tools/call"))
                    .singleElement()
                    .satisfies(context -> assertThat(context.getCarrier()).containsEntry("traceparent", parent)));
        }
        assertThat(observed)
                .filteredOn(context -> context.getMethod().equals("tools/call"))
                .hasSize(1);
    }
}
