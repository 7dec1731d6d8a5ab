package io.mcpclient.internal.task;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.event.Level;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.call.CallHandler;
import io.mcpclient.call.McpCall;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpCancelledException;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.internal.era.legacy.LegacyTaskServer;
import io.mcpclient.internal.era.modern.ModernTaskServer;
import io.mcpclient.internal.operation.CallDefaults;
import io.mcpclient.internal.operation.KnownTools;
import io.mcpclient.internal.operation.ListLimits;
import io.mcpclient.internal.operation.ListOperation;
import io.mcpclient.internal.operation.ListReports;
import io.mcpclient.internal.operation.ListRequests;
import io.mcpclient.internal.operation.OutputStage;
import io.mcpclient.internal.operation.PagesStage;
import io.mcpclient.internal.operation.ToolDefinitions;
import io.mcpclient.internal.operation.ToolOperations;
import io.mcpclient.internal.pipeline.CallChain;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.ElicitResult;
import io.mcpclient.schema.InputRequest;
import io.mcpclient.schema.InputResponse;
import io.mcpclient.schema.ListToolsResult;
import io.mcpclient.schema.McpExtensions;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.ServerCapabilities;
import io.mcpclient.schema.TaskMetadata;
import io.mcpclient.schema.TaskStatus;
import io.mcpclient.schema.Tool;
import io.mcpclient.settings.McpListSettings;
import io.mcpclient.settings.McpOutputValidation;
import io.mcpclient.support.schema.CancelTaskParams;
import io.mcpclient.support.schema.GetTaskParams;
import io.mcpclient.support.schema.UpdateTaskParams;
import io.mcpclient.task.McpTaskHandle;
import io.mcpclient.task.McpTaskState;
import io.mcpclient.task.ReactiveMcpTask;
import io.mcpclient.testkit.VirtualTime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

@Timeout(30)
class ModernTaskTests {

    private static final String ID = "t-0123456789";

    private static final String WARM = "{\"content\":[{\"type\":\"text\",\"text\":\"warm\"}]}";

    private static final String ACK = "{\"resultType\":\"complete\"}";

    private static final McpCallOptions DEFAULTS = McpCallOptions.defaults();

    private static final ListLimits LIMITS = new ListLimits(McpListSettings.defaults(), 10_000);

    private static final ListReports REPORTS =
            new ListReports("weather", Level.WARN, InstantSource.system(), report -> {});

    private final JsonCodec codec = new JsonCodec(JsonLimits.DEFAULT);

    private final VirtualTime time = new VirtualTime();

    private final ScriptedChain server = new ScriptedChain(this.codec);

    private final CallDefaults defaults =
            new CallDefaults("weather", Duration.ofSeconds(5), Duration.ofSeconds(20), this.time);

    private final ToolDefinitions definitions = new ToolDefinitions(
            this.defaults,
            new KnownTools("weather", McpOutputValidation.FAIL, tool -> {}, Schedulers.boundedElastic(), 1 << 20),
            lists(this.server));

    private ListRequests<ListToolsResult, Tool> lists(CallHandler chain) {
        return new ListRequests<>(ListOperation.TOOLS, this.defaults.through(chain), LIMITS, REPORTS);
    }

    private final List<String> asked = new CopyOnWriteArrayList<>();

    private TaskInputs inputs = (taskId, requests) -> {
        this.asked.addAll(requests.keySet());
        return Mono.just(requests.keySet().stream().collect(Collectors.toMap(key -> key, key -> oslo())));
    };

    private final Calls tasks = calls(new ModernTaskServer(capabilities(McpExtensions.TASKS), true));

    /** Calls of tools, and the tasks that callers hold. */
    private record Calls(ToolOperations tools, TaskOperations tasks) {

        Mono<CallToolResult> callTool(CallToolParams params, McpCallOptions options) {
            return this.tools.call(params, options);
        }

        Mono<ReactiveMcpTask> callToolAsTask(CallToolParams params, @Nullable Duration ttl, McpCallOptions options) {
            return this.tasks.callToolAsTask(params, ttl, options);
        }

        Mono<List<ReactiveMcpTask>> list(McpCallOptions options) {
            return this.tasks.list(options);
        }

        ReactiveMcpTask resume(McpTaskHandle handle) {
            return this.tasks.resume(handle);
        }
    }

    private Calls calls(TaskServer what) {
        return calls(Mono.just(what));
    }

    private Calls calls(Mono<TaskServer> what) {
        OutputStage output = new OutputStage(this.definitions, this.codec);
        TaskParts parts = new TaskParts(
                this.defaults,
                this.definitions,
                output,
                what,
                this.codec,
                (taskId, requests) -> this.inputs.answer(taskId, requests),
                LIMITS,
                REPORTS);
        CallHandler chain = CallChain.of(List.of(new PagesStage(), new TaskStage(parts), output), this.server);
        return new Calls(
                new ToolOperations(this.defaults.through(chain), this.codec, lists(chain), this.definitions, false),
                new TaskOperations(parts.through(chain)));
    }

    private static ServerCapabilities capabilities(String extension) {
        return new ServerCapabilities(
                Map.of(), null, null, null, null, null, null, Map.of(extension, Map.of()), Map.of());
    }

    private static ElicitResult oslo() {
        return ElicitResult.accept(Map.of("city", "Oslo"));
    }

    private static String task(String status, String more) {
        return "{\"taskId\":\"" + ID + "\",\"status\":\"" + status + "\",\"statusMessage\":\"so far\","
                + "\"createdAt\":\"2026-11-21T10:00:00Z\",\"lastUpdatedAt\":\"2026-11-21T10:00:01Z\","
                + "\"ttlMs\":60000,\"pollIntervalMs\":1" + more + "}";
    }

    private static String created() {
        return task("working", ",\"resultType\":\"task\"");
    }

    private static String working() {
        return task("working", ",\"resultType\":\"complete\"");
    }

    private static String completed() {
        return task("completed", ",\"resultType\":\"complete\",\"result\":" + WARM);
    }

    private static String asking(String... keys) {
        List<String> questions = new ArrayList<>();
        for (String key : keys) {
            questions.add("\"" + key + "\":{\"method\":\"elicitation/create\",\"params\":{\"message\":\"Where?\"}}");
        }
        return task("input_required", ",\"inputRequests\":{" + String.join(",", questions) + "}");
    }

    private static CallToolParams params() {
        return CallToolParams.of("forecast", Map.of("city", "Oslo"));
    }

    private CallToolResult callTool() {
        return this.tasks.callTool(params(), DEFAULTS).as(this.time::block);
    }

    private ReactiveMcpTask begin() {
        this.server.answers("tools/call", created());
        return this.tasks.callToolAsTask(params(), null, DEFAULTS).as(this.time::block);
    }

    private CallToolResult await(ReactiveMcpTask task) {
        return task.await().as(this.time::block);
    }

    private <T extends Throwable> T failure(Class<T> type, Mono<?> mono) {
        T error = catchThrowableOfType(type, () -> this.time.block(mono));
        assertThat(error).isNotNull();
        assertThat(error).hasMessageStartingWith("MCP server \"weather\": ");
        assertThat(error.toString()).doesNotContain(ID);
        return error;
    }

    private static McpConnectionException loss() {
        return new McpConnectionException(
                McpErrorDetails.of("weather", "tasks/get", McpOutcome.UNKNOWN, "connection lost"));
    }

    // TSKX-02, TSKX-04, TSKX-05, TSKX-18, MRTR-21, TOOL-03: the server makes it a task, the caller gets the result
    @Test
    void callToolWhenServerReturnsATaskReturnsTheTaskResult() {
        this.server.answers("tools/call", created()).answers("tasks/get", working(), completed());

        assertThat(callTool().text()).isEqualTo("warm");
        assertThat(this.server.calls("tasks/get")).hasSize(2);
        assertThat(this.server.<GetTaskParams>params("tasks/get", 0).taskId()).isEqualTo(ID);
        assertThat(this.server.calls("tasks/cancel")).isEmpty();
    }

    // TSKX-02
    @Test
    void callToolWhenServerAnswersAtOnceReturnsTheResult() {
        this.server.answers("tools/call", WARM);

        assertThat(callTool().text()).isEqualTo("warm");
        assertThat(this.server.calls("tasks/get")).isEmpty();
    }

    // TSKX-02: there is no flag for one call
    @Test
    void callToolIgnoresRequestedTaskMetadata() {
        this.server.answers("tools/call", WARM);

        assertThat(this.tasks
                        .callTool(params().withTask(TaskMetadata.any()), DEFAULTS)
                        .as(this.time::block)
                        .text())
                .isEqualTo("warm");
        assertThat(this.server.<CallToolParams>params("tools/call", 0).task()).isNull();
    }

    // PRG-09, TSKX-17: nothing that belongs to the call itself is said about its task
    @Test
    void taskRequestsHaveNoProgressListenerAndNoMeta() {
        this.server.answers("tools/call", created()).answers("tasks/get", completed());

        this.tasks
                .callTool(
                        params(),
                        DEFAULTS.withProgress(progress -> {})
                                .withMeta("com.example/a", "b")
                                .withHeader("X-Tenant", "one"))
                .as(this.time::block);

        McpCallOptions options = this.server.calls("tasks/get").get(0).options();
        assertThat(options.progressListener()).isNull();
        assertThat(options.meta()).isEmpty();
        assertThat(options.headers()).containsExactly(Map.entry("X-Tenant", "one"));
    }

    // TSKX-19, TOOL-14
    @Test
    void callToolAsTaskValidatesItsResult() {
        this.server
                .answers(
                        "tools/list",
                        "{\"tools\":[{\"name\":\"forecast\",\"inputSchema\":{\"type\":\"object\"},"
                                + "\"outputSchema\":{\"required\":[\"degrees\"]}}]}")
                .answers("tools/call", created())
                .answers("tasks/get", completed());
        this.tasks.tools().list(DEFAULTS).as(this.time::block);

        assertThat(failure(McpProtocolException.class, this.tasks.callTool(params(), DEFAULTS)))
                .hasMessageContaining("no structured content");
        assertThat(this.server.calls("tasks/cancel")).isEmpty();
    }

    // TSKX-09: a tool that failed is a result
    @Test
    void callToolWhenToolReportedAnErrorReturnsItsResult() {
        this.server
                .answers("tools/call", created())
                .answers("tasks/get", task("completed", ",\"result\":{\"content\":[],\"isError\":true}"));

        assertThat(callTool().isErrorResult()).isTrue();
    }

    // as in a result that is no task: one bad block does not take the others away
    @Test
    void callToolWhenABlockOfTheResultIsMalformedKeepsTheOthers() {
        this.server
                .answers("tools/call", created())
                .answers(
                        "tasks/get",
                        task(
                                "completed",
                                ",\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"sunny\"},{\"type\":\"image\"}]}"));

        assertThat(callTool().text()).isEqualTo("sunny");
    }

    // TSKX-05, TSKX-09: as if the call had failed; some servers say "task" there
    @Test
    void callToolWhenTaskFailedThrowsTheErrorOfTheCall() {
        this.server
                .answers("tools/call", created())
                .answers(
                        "tasks/get",
                        task(
                                "failed",
                                ",\"resultType\":\"task\",\"error\":{\"code\":-32050,\"message\":\"no more weather\","
                                        + "\"data\":{\"left\":0}}"));

        McpRequestException error = failure(McpRequestException.class, this.tasks.callTool(params(), DEFAULTS));
        assertThat(error).hasMessageContaining("tools/call: ").hasMessageContaining("no more weather");
        assertThat(error.code()).isEqualTo(-32050);
        assertThat(error.data()).isEqualTo(Map.of("left", 0));
        assertThat(this.server.calls("tasks/cancel")).isEmpty();
    }

    @Test
    void callToolWhenTaskWasCancelledReportsIt() {
        this.server.answers("tools/call", created()).answers("tasks/get", task("cancelled", ""));

        assertThat(failure(McpCancelledException.class, this.tasks.callTool(params(), DEFAULTS)))
                .hasMessageContaining("the task was cancelled: so far");
    }

    // TSKX-04, TSKX-05: what is neither a task nor a result
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"resultType\":\"task\"}",
                "{\"resultType\":\"task\",\"taskId\":\"\",\"status\":\"working\"}",
                "{\"resultType\":\"task\",\"taskId\":{},\"status\":7}"
            })
    void callToolWhenTaskIsMalformedFails(String answer) {
        this.server.answers("tools/call", answer);

        assertThat(failure(McpProtocolException.class, this.tasks.callTool(params(), DEFAULTS))
                        .reason())
                .isEqualTo(McpProtocolException.Reason.MALFORMED);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "completed|",
                "completed|,\"result\":{\"content\":7}",
                "completed|,\"result\":{\"resultType\":\"input_required\"}",
                "failed|",
                "failed|,\"error\":{\"message\":\"?\"}"
            })
    void callToolWhenOutcomeIsMalformedFails(String status, String more) {
        this.server.answers("tools/call", created()).answers("tasks/get", task(status, (more != null) ? more : ""));

        assertThat(failure(McpProtocolException.class, this.tasks.callTool(params(), DEFAULTS))
                        .reason())
                .isEqualTo(McpProtocolException.Reason.MALFORMED);
    }

    // CAN-06, TSKX-13: cancellation cancels the task by a request
    @Test
    void callToolWhenCallerCancelsCancelsTheTask() {
        this.server
                .answers("tools/call", created())
                .answers("tasks/get", Mono.never())
                .answers("tasks/cancel", ACK);

        Disposable call = this.tasks.callTool(params(), DEFAULTS).subscribe();
        this.time.advance(Duration.ofMillis(100));
        assertThat(this.server.calls("tasks/get")).hasSize(1);
        call.dispose();

        assertThat(this.server.<CancelTaskParams>params("tasks/cancel", 0).taskId())
                .isEqualTo(ID);
    }

    // TMO-04, CAN-06
    @Test
    void callToolWhenTaskTakesTooLongCancelsTheTask() {
        this.server
                .answers("tools/call", created())
                .answers("tasks/get", working())
                .answers("tasks/cancel", ACK);

        assertThat(failure(
                        McpTimeoutException.class,
                        this.tasks.callTool(params(), McpCallOptions.timeout(Duration.ofMillis(600)))))
                .hasMessageContaining("within 600 ms");
        assertThat(this.server.calls("tasks/cancel")).hasSize(1);
    }

    // TSKX-07, TSKX-16: the end of it, and nothing is left to be cancelled; the text of the server may name the id
    @Test
    void callToolWhenServerNoLongerRetainsTheTaskFails() {
        this.server
                .answers("tools/call", created())
                .answers(
                        "tasks/get",
                        new McpRequestException(
                                McpErrorDetails.of("weather", "tasks/get", McpOutcome.ANSWERED, "no task " + ID),
                                -32602,
                                "no task " + ID,
                                null));

        McpRequestException error = failure(McpRequestException.class, this.tasks.callTool(params(), DEFAULTS));
        assertThat(error.code()).isEqualTo(-32602);
        assertThat(error).hasMessageContaining("no longer retains it").hasMessageContaining("Call the tool again");
        assertThat(this.server.calls("tasks/get")).hasSize(1);
        assertThat(this.server.calls("tasks/cancel")).isEmpty();
    }

    // TSKX-08: a whole time to live without any change
    @Test
    void awaitWhenTaskMakesNoProgressWithinItsTtlFails() {
        ReactiveMcpTask task = begin();
        this.server.answers("tasks/get", working().replace("60000", "300"));

        assertThat(failure(McpProtocolException.class, task.await()))
                .hasMessageContaining("considered lost")
                .matches(error -> error.reason() == McpProtocolException.Reason.NO_ANSWER);
        assertThat(this.server.calls("tasks/get")).hasSizeGreaterThan(2);
    }

    // TSKX-08: a task that shows progress is not lost, nor one that is kept without limit
    @Test
    void awaitWhenTaskMakesProgressBeyondItsTtlContinues() {
        ReactiveMcpTask task = begin();
        List<Object> answers = new ArrayList<>(IntStream.range(10, 14)
                .mapToObj(second -> working().replace("60000", "300").replace("10:00:01", "10:00:" + second))
                .toList());
        answers.add(working().replace("60000", "null"));
        answers.add(completed());
        this.server.answers("tasks/get", answers.toArray());

        assertThat(await(task).text()).isEqualTo("warm");
        assertThat(this.server.calls("tasks/get")).hasSize(6);
    }

    // TSKX-06: the answer to the call says how long to wait, too
    @Test
    void awaitRespectsThePollIntervalOfTheServer() {
        this.server.answers("tools/call", created().replace("\"pollIntervalMs\":1", "\"pollIntervalMs\":400"));
        this.server.answers("tasks/get", completed());
        long start = this.time.nanoTime();

        assertThat(callTool().text()).isEqualTo("warm");
        assertThat(this.time.since(start)).isEqualTo(Duration.ofMillis(400));
    }

    // TSKX-06: less and less often, if the server does not say
    @Test
    void pausesGrowUpToALimit() {
        assertThat(TaskPolling.longer(Duration.ofSeconds(1))).isEqualTo(Duration.ofSeconds(2));
        assertThat(TaskPolling.longer(Duration.ofSeconds(8))).isEqualTo(Duration.ofSeconds(10));
        assertThat(TaskPolling.pauseAfter(null, Duration.ofSeconds(4))).isEqualTo(Duration.ofSeconds(4));
    }

    // an unknown state is no end
    @Test
    void awaitWhenStateIsUnknownContinuesPolling() {
        ReactiveMcpTask task = begin();
        this.server.answers("tasks/get", task("resting", ""), completed());

        assertThat(await(task).text()).isEqualTo("warm");
    }

    @Test
    void awaitSurvivesAFewLossesInARow() {
        ReactiveMcpTask task = begin();
        this.server.answers("tasks/get", loss(), loss(), loss(), working(), loss(), completed());

        assertThat(await(task).text()).isEqualTo("warm");
    }

    @Test
    void awaitWhenConnectionStaysLostEndsAndLeavesTheTask() {
        ReactiveMcpTask task = begin();
        this.server.answers("tasks/get", loss());

        failure(McpConnectionException.class, task.await());
        assertThat(this.server.calls("tasks/get")).hasSize(4);
        assertThat(this.server.calls("tasks/cancel")).isEmpty();
    }

    // a known outcome is not requested again: the server may not keep it
    @Test
    void awaitWhenOutcomeIsKnownSendsNothing() {
        ReactiveMcpTask task = begin();
        this.server.answers("tasks/get", completed());

        assertThat(task.status().as(this.time::block).status()).isEqualTo(TaskStatus.COMPLETED);
        assertThat(await(task).text()).isEqualTo("warm");
        assertThat(this.server.calls("tasks/get")).hasSize(1);
    }

    // two ask at the same time, and the older answer comes last
    @Test
    void statusIgnoresOutdatedResponsesAfterCompletion() {
        ReactiveMcpTask task = begin();
        this.server.answers("tasks/get", completed(), working());

        task.status().as(this.time::block);
        assertThat(task.status().as(this.time::block).status()).isEqualTo(TaskStatus.WORKING);
        assertThat(task.lastKnown().status()).isEqualTo(TaskStatus.COMPLETED);
        assertThat(await(task).text()).isEqualTo("warm");
        assertThat(this.server.calls("tasks/get")).hasSize(2);
    }

    // TSKX-10, TSKX-11, TSKX-12: each key once, although it comes again until the server has taken note
    @Test
    void awaitAnswersEachInputRequestOnce() {
        ReactiveMcpTask task = begin();
        this.server
                .answers("tasks/get", asking("a"), asking("a"), working(), asking("a", "b"), completed())
                .answers("tasks/update", ACK);

        assertThat(await(task).text()).isEqualTo("warm");
        assertThat(this.asked).containsExactly("a", "b");
        assertThat(this.server.calls("tasks/update")).hasSize(2);
        UpdateTaskParams first = this.server.params("tasks/update", 0);
        assertThat(first.taskId()).isEqualTo(ID);
        assertThat(first.inputResponses()).containsExactly(Map.entry("a", oslo()));
        UpdateTaskParams second = this.server.params("tasks/update", 1);
        assertThat(second.inputResponses()).containsOnlyKeys("b");
    }

    // TSKX-11: the answer is lost, and not the person who gave it asked again
    @Test
    void awaitWhenAResponseIsLostSendsItAgain() {
        ReactiveMcpTask task = begin();
        this.server.answers("tasks/get", asking("a"), asking("a"), completed()).answers("tasks/update", loss(), ACK);

        assertThat(await(task).text()).isEqualTo("warm");
        assertThat(this.asked).containsExactly("a");
        assertThat(this.server.calls("tasks/update")).hasSize(2);
    }

    // TSKX-12: the answers that are there are sent; the waiting ends, the task goes on
    @Test
    void awaitWhenOneInputRequestFailsSendsTheOthersAndFails() {
        ReactiveMcpTask task = begin();
        TaskInputs answering = this.inputs;
        this.inputs = (taskId, requests) -> requests.containsKey("b")
                ? Mono.error(new McpRejectedException(
                        McpErrorDetails.of("weather", "tasks/get", McpOutcome.NOT_SENT, "no handler"),
                        McpRejectedException.Reason.UNSUPPORTED))
                : answering.answer(taskId, requests);
        this.server.answers("tasks/get", asking("a", "b")).answers("tasks/update", ACK);

        assertThat(failure(McpRejectedException.class, task.await())).hasMessageContaining("no handler");
        assertThat(this.server.<UpdateTaskParams>params("tasks/update", 0).inputResponses())
                .containsOnlyKeys("a");
        assertThat(this.server.calls("tasks/cancel")).isEmpty();

        this.inputs = answering;
        this.server.answers("tasks/get", asking("b"), completed());
        assertThat(await(task).text()).isEqualTo("warm");
        assertThat(this.asked).containsExactly("a", "b");
    }

    // TMO-04, TSKX-11: the time of a person counts as well; an open question is left to the next who waits, an answer
    // kept
    @Test
    void awaitWhenNoResponseArrivesEndsInTime() {
        ReactiveMcpTask task = begin();
        TaskInputs answering = this.inputs;
        AtomicBoolean cancelled = new AtomicBoolean();
        this.inputs = (taskId, requests) -> requests.containsKey("b")
                ? Mono.<Map<String, InputResponse>>never().doOnCancel(() -> cancelled.set(true))
                : answering.answer(taskId, requests);
        this.server.answers("tasks/get", asking("a", "b")).answers("tasks/update", ACK);

        failure(McpTimeoutException.class, task.await(McpCallOptions.timeout(Duration.ofMillis(700))));
        assertThat(cancelled).isTrue();
        assertThat(this.asked).containsExactly("a");

        this.inputs = answering;
        this.server.answers("tasks/get", asking("a", "b"), completed());
        assertThat(await(task).text()).isEqualTo("warm");
        assertThat(this.asked).containsExactly("a", "b");
        assertThat(this.server.<UpdateTaskParams>params("tasks/update", 0).inputResponses())
                .containsOnlyKeys("a", "b");
    }

    // F22: a task that asks without end
    @Test
    void awaitWhenTaskKeepsRequestingInputFails() {
        ReactiveMcpTask task = begin();
        this.server
                .answers(
                        "tasks/get",
                        asking(IntStream.range(0, 101)
                                .mapToObj(Integer::toString)
                                .toArray(String[]::new)))
                .answers("tasks/update", ACK);

        assertThat(failure(McpProtocolException.class, task.await()).reason())
                .isEqualTo(McpProtocolException.Reason.LIMIT);
        assertThat(this.asked).isEmpty();
    }

    // TSKX-05, TSKX-12: manual responses; an answered request is not repeated
    @Test
    void provideInputAnswersTheInputRequestsOfTheStatus() {
        ReactiveMcpTask task = begin();
        this.server.answers("tasks/get", asking("a"), asking("a"), completed()).answers("tasks/update", ACK);

        Map<String, InputRequest> questions = task.status().as(this.time::block).inputRequests();
        assertThat(questions).containsOnlyKeys("a");
        assertThat(questions.get("a").method()).isEqualTo(McpMethods.ELICITATION_CREATE);
        task.provideInput(Map.of("a", oslo())).as(this.time::block);

        assertThat(await(task).text()).isEqualTo("warm");
        assertThat(this.server.<UpdateTaskParams>params("tasks/update", 0).inputResponses())
                .containsExactly(Map.entry("a", oslo()));
        assertThat(this.asked).isEmpty();
        assertThat(failure(McpRejectedException.class, task.provideInput(Map.of()))
                        .reason())
                .isEqualTo(McpRejectedException.Reason.INVALID_ARGUMENT);
    }

    // TSKX-12: with manual input no handler is called
    @Test
    void awaitWithManualInputCallsNoHandler() {
        ReactiveMcpTask task = begin();
        this.server.answers("tasks/get", asking("a"), asking("a"), completed()).answers("tasks/update", ACK);

        assertThat(task.await(DEFAULTS.withManualInput()).as(this.time::block).text())
                .isEqualTo("warm");
        assertThat(this.asked).isEmpty();
        assertThat(this.server.calls("tasks/get"))
                .allSatisfy(call -> assertThat(call.options().isManualInput()).isTrue());
    }

    // without a handle of the task
    @Test
    void callToolWithManualInputAnswersTheInputRequestsOfItsTask() {
        this.server
                .answers("tools/call", created())
                .answers("tasks/get", asking("a"), completed())
                .answers("tasks/update", ACK);

        assertThat(this.tasks
                        .callTool(params(), DEFAULTS.withManualInput())
                        .as(this.time::block)
                        .text())
                .isEqualTo("warm");
        assertThat(this.asked).containsExactly("a");
    }

    // MRTR-21: the questions before there is a task are those of the call
    @Test
    void callToolAsTaskWithManualInputMayReturnInputRequests() {
        this.server.answers(
                "tools/call",
                "{\"resultType\":\"input_required\",\"inputRequests\":{\"a\":{\"method\":\"roots/list\"}}}");

        ReactiveMcpTask task = this.tasks
                .callToolAsTask(params(), null, DEFAULTS.withManualInput())
                .as(this.time::block);

        assertThat(task.lastKnown().status()).isEqualTo(TaskStatus.INPUT_REQUIRED);
        assertThat(task.lastKnown().inputRequests()).containsOnlyKeys("a");
        assertThat(await(task).inputRequired()).isPresent();
    }

    // TSKX-07: what is to be kept
    @Test
    void callToolAsTaskReturnsTheTask() {
        ReactiveMcpTask task = begin();

        assertThat(task.id()).isEqualTo(ID);
        assertThat(task.handle())
                .isEqualTo(new McpTaskHandle("weather", ID, "forecast", "2026-11-21T10:00:00Z", Duration.ofMinutes(1)));
        assertThat(task.lastKnown())
                .isEqualTo(new McpTaskState(
                        TaskStatus.WORKING,
                        "so far",
                        "2026-11-21T10:00:01Z",
                        Duration.ofMinutes(1),
                        Duration.ofMillis(1),
                        Map.of()));
        assertThat(this.server.<CallToolParams>params("tools/call", 0).task()).isNull();
    }

    // TSKX-02
    @Test
    void callToolAsTaskWhenServerAnswersAtOnceReturnsACompletedTask() {
        this.server.answers("tools/call", WARM);
        ReactiveMcpTask task =
                this.tasks.callToolAsTask(params(), null, DEFAULTS).as(this.time::block);

        assertThat(task.id()).isEmpty();
        assertThat(task.lastKnown().status()).isEqualTo(TaskStatus.COMPLETED);
        assertThat(this.time.block(task.status())).isEqualTo(task.lastKnown());
        assertThat(await(task).text()).isEqualTo("warm");
        assertRefused(task.cancel());
        assertRefused(task.provideInput(Map.of("a", oslo())));
        assertThatExceptionOfType(McpRejectedException.class)
                .isThrownBy(() -> this.tasks.resume(task.handle()))
                .withMessageContaining("the handle has no id");
        assertThat(this.server.calls("tasks/get")).isEmpty();
    }

    private void assertRefused(Mono<?> mono) {
        McpRejectedException error = failure(McpRejectedException.class, mono);
        assertThat(error.reason()).isEqualTo(McpRejectedException.Reason.UNSUPPORTED);
        assertThat(error.outcome()).isEqualTo(McpOutcome.NOT_SENT);
    }

    // TSKX-13: an empty word of thanks; what became of it is to be asked for
    @Test
    void cancelReturnsTheLastKnownStatus() {
        ReactiveMcpTask task = begin();
        this.server.answers("tasks/cancel", ACK).answers("tasks/get", task("cancelled", ""));

        assertThat(task.cancel().as(this.time::block).status()).isEqualTo(TaskStatus.WORKING);
        assertThat(task.status().as(this.time::block).status()).isEqualTo(TaskStatus.CANCELLED);
    }

    // TSKX-16
    @Test
    void listTasksIsRejected() {
        assertRefused(this.tasks.list(DEFAULTS));
    }

    // TSKX-07: nothing is known before the client has connected
    @Test
    void resumedTaskIsPolledAtOnce() {
        this.server.answers("tasks/get", completed());
        ReactiveMcpTask task = this.tasks.resume(McpTaskHandle.of("weather", ID));

        assertThat(task.lastKnown()).isEqualTo(TaskStates.UNKNOWN);
        assertThat(this.server.calls("tasks/get")).isEmpty();
        assertThat(await(task).text()).isEqualTo("warm");
        assertThat(task.lastKnown().status()).isEqualTo(TaskStatus.COMPLETED);
        assertThat(await(task).text()).isEqualTo("warm");
        assertThat(this.server.calls("tasks/get")).hasSize(1);
    }

    // the era shows when the client has connected, and then counts
    @Test
    void resumedTaskUsesTheEraOfItsServer() {
        Calls legacy = calls(new LegacyTaskServer(ServerCapabilities.none()));
        this.server.answers("tasks/get", completed()).answers("tasks/result", WARM);
        ReactiveMcpTask task = legacy.resume(McpTaskHandle.of("weather", ID));

        assertThat(await(task).text()).isEqualTo("warm");
        assertThat(this.server.calls("tasks/result")).hasSize(1);
        assertRefused(task.provideInput(Map.of("a", oslo())));
    }

    @Test
    void resumedTaskWhenServerCannotBeReachedEndsInTime() {
        Calls unconnected = calls(Mono.never());
        ReactiveMcpTask task = unconnected.resume(McpTaskHandle.of("weather", ID));

        assertThat(failure(McpTimeoutException.class, task.status(McpCallOptions.timeout(Duration.ofMillis(200))))
                        .phase())
                .isEqualTo("connect");
    }

    // VER-26, CAP-10: nothing of an extension that one side has not declared
    @Test
    void resumedTaskWhenOneSideLacksTheExtensionIsRejected() {
        Calls undeclared = calls(new ModernTaskServer(capabilities("com.example/tasks"), true));
        Calls switchedOff = calls(new ModernTaskServer(capabilities(McpExtensions.TASKS), false));

        for (Calls lacking : List.of(undeclared, switchedOff)) {
            ReactiveMcpTask task = lacking.resume(McpTaskHandle.of("weather", ID));
            assertRefused(task.status());
            assertRefused(task.await());
            assertRefused(task.cancel());
        }
    }

    // in the handshake revisions, the word means nothing
    @Test
    void callToolWhenALegacyServerReturnsATaskReturnsThePlainResult() {
        Calls legacy = calls(new LegacyTaskServer(ServerCapabilities.none()));
        this.server.answers("tools/call", created());

        assertThat(legacy.callTool(params(), DEFAULTS).as(this.time::block).extra())
                .containsEntry("taskId", ID);
    }

    // the deadline of the waiting bounds each question
    @Test
    void awaitLimitsEachStatusRequestByItsDeadline() {
        ReactiveMcpTask task = begin();
        this.server.answers("tasks/get", completed());

        task.await(McpCallOptions.timeout(Duration.ofSeconds(2))).as(this.time::block);

        McpCall question = this.server.calls("tasks/get").get(0);
        assertThat(question.deadline().timeout()).isEqualTo(Duration.ofSeconds(2));
    }
}
