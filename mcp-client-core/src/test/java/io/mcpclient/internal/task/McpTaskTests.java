package io.mcpclient.internal.task;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

import ch.qos.logback.classic.Level;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.Disposable;
import tools.jackson.databind.JsonNode;

import io.mcpclient.McpClient;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.ElicitResult;
import io.mcpclient.schema.TaskStatus;
import io.mcpclient.support.Loggers;
import io.mcpclient.task.McpTask;
import io.mcpclient.task.McpTaskHandle;
import io.mcpclient.task.McpTaskState;
import io.mcpclient.testkit.CapturedLog;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

@Timeout(30)
class McpTaskTests {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private static final String ALL = "{\"list\":{},\"cancel\":{},\"requests\":{\"tools\":{\"call\":{}}}}";

    private static final String WARM = "{\"content\":[{\"type\":\"text\",\"text\":\"warm\"}]}";

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    private final McpClient client = McpClient.builder("weather")
            .url(this.server.url())
            .timeouts(timeouts -> timeouts.withRequest(Duration.ofSeconds(20)))
            .elicitation((params, context) -> ElicitResult.accept(Map.of("city", "Oslo")))
            .build();

    @AfterEach
    void close() {
        this.client.close();
        this.server.close();
    }

    private void offering(String tasks) {
        this.server
                .on("initialize")
                .reply(Reply.result("{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}"
                                + (tasks.isEmpty() ? "" : ",\"tasks\":" + tasks)
                                + "},\"serverInfo\":{\"name\":\"tasks\",\"version\":\"1\"}}")
                        .withHeader("Mcp-Session-Id", "s-1"));
    }

    private static String task(String status) {
        return "{\"taskId\":\"t-0123456789\",\"status\":\"" + status + "\",\"statusMessage\":\"so far\","
                + "\"createdAt\":\"2026-11-21T10:00:00Z\",\"lastUpdatedAt\":\"2026-11-21T10:00:01Z\",\"ttl\":60000,"
                + "\"pollInterval\":1}";
    }

    private static Reply created() {
        return Reply.result("{\"task\":" + task("working")
                + ",\"_meta\":{\"io.modelcontextprotocol/model-immediate-response\":\"I am on it\"}}");
    }

    private void lists(String support) {
        this.server.tools("{\"name\":\"forecast\",\"inputSchema\":{\"type\":\"object\"}"
                + (support.isEmpty() ? "" : ",\"execution\":{\"taskSupport\":\"" + support + "\"}") + "}");
        this.client.listTools();
    }

    private void answers(String method, Reply... replies) {
        List.of(replies).forEach(reply -> this.server.on(method).reply(reply));
    }

    private McpTask begin() {
        this.server.on("tools/call").reply(created());
        return this.client.tasks().callTool(params(), Duration.ofMinutes(1), McpCallOptions.defaults());
    }

    /** The time may be over while the server is asked for the state of the task; that request is cancelled. */
    private void acceptCancelledQuestions() {
        this.server.on("notifications/cancelled").optionally().reply(Reply.accepted());
    }

    private void assertCallIsNotCancelled() {
        String call = String.valueOf(this.server.requests("tools/call").get(0).rpcId());
        assertThat(this.server.requests("notifications/cancelled"))
                .noneMatch(cancelled ->
                        cancelled.json().at("/params/requestId").toString().equals(call));
    }

    private static CallToolParams params() {
        return CallToolParams.of("forecast", Map.of("city", "Oslo"));
    }

    private JsonNode sent(String method) {
        return this.server.requests(method).get(0).json();
    }

    // META-12, TSKL-03, TSKL-17: augmented with params.task; the answer says what is known
    @Test
    void callToolAsTaskSendsTheTaskRequestAndReturnsTheTask() {
        offering(ALL);
        McpTask task = begin();

        assertThat(sent("tools/call").at("/params/task/ttl").asLong()).isEqualTo(60_000);
        assertThat(sent("tools/call").at("/params/arguments/city").asString()).isEqualTo("Oslo");
        assertThat(task.id()).isEqualTo("t-0123456789");
        assertThat(task.lastKnown())
                .isEqualTo(new McpTaskState(
                        TaskStatus.WORKING,
                        "so far",
                        "2026-11-21T10:00:01Z",
                        Duration.ofMinutes(1),
                        Duration.ofMillis(1),
                        Map.of()));
        assertThat(task.immediateResponse()).isEqualTo("I am on it");
        assertThat(task.handle())
                .isEqualTo(new McpTaskHandle(
                        "weather", "t-0123456789", "forecast", "2026-11-21T10:00:00Z", Duration.ofMinutes(1)));
        assertThat(task.handle().toString()).doesNotContain("t-0123456789");
    }

    // TSKL-03: no ttl leaves it to the server
    @Test
    void callToolAsTaskWithoutTtlLeavesItToTheServer() {
        offering(ALL);
        answers("tools/call", created());
        this.client.tasks().callTool(params(), null, McpCallOptions.defaults());

        assertThat(sent("tools/call").at("/params/task").isObject()).isTrue();
        assertThat(sent("tools/call").at("/params/task/ttl").isMissingNode()).isTrue();
    }

    // TSKL-09, TSKL-05, TSKL-06, TSKL-08: polls until the end, then fetches; no related-task in requests about tasks
    @Test
    void awaitPollsUntilTheEndAndFetchesTheResult() {
        offering(ALL);
        McpTask task = begin();
        answers("tasks/get", Reply.result(task("working")), Reply.result(task("completed")));
        answers("tasks/result", Reply.result(WARM));

        assertThat(task.await().text()).isEqualTo("warm");
        assertThat(task.lastKnown().isTerminal()).isTrue();
        List<RecordedRequest> polls = this.server.requests("tasks/get");
        assertThat(polls).hasSize(2);
        assertThat(sent("tasks/get").at("/params/taskId").asString()).isEqualTo("t-0123456789");
        assertThat(sent("tasks/get").at("/params/_meta").isMissingNode()).isTrue();
        assertThat(sent("tasks/result").at("/params/_meta").isMissingNode()).isTrue();
    }

    // TSKL-16: what became of a task is in the log, by tool and the beginning of its id
    @Test
    void awaitLogsTheTasksLifecycle() {
        CapturedLog log = CapturedLog.of(Loggers.CALLS).at(Level.DEBUG).open();
        try (log) {
            offering(ALL);
            McpTask task = begin();
            answers("tasks/get", Reply.result(task("working")), Reply.result(task("completed")));
            answers("tasks/result", Reply.result(WARM));
            task.await();
        }

        assertThat(log.messages())
                .filteredOn(line -> line.contains("forecast"))
                .singleElement(InstanceOfAssertFactories.STRING)
                .startsWith("MCP server \"weather\": task t-012345")
                .endsWith("of tool \"forecast\" is completed")
                .doesNotContain("t-0123456789");
    }

    // TSKL-05: the interval of the server, within bounds that protect both sides
    @ParameterizedTest
    @CsvSource({",1000", "0,100", "1,100", "5000,5000", "86400000,60000"})
    void awaitPausesAsTheServerRequestsWithinBounds(Long requested, long expected) {
        Duration interval = (requested != null) ? Duration.ofMillis(requested) : null;

        assertThat(TaskPolling.pauseAfter(interval, Duration.ofSeconds(1))).isEqualTo(Duration.ofMillis(expected));
    }

    // TSKL-07, HTL-16: the question comes on the stream of tasks/result and is answered; the result comes at its end
    @Test
    void awaitWhenInputIsRequiredRespondsOnTheResultStream() {
        offering(ALL);
        McpTask task = begin();
        answers("tasks/get", Reply.result(task("input_required")));
        CountDownLatch answered = new CountDownLatch(1);
        this.server.on("POST").reply(request -> {
            answered.countDown();
            return Reply.accepted();
        });
        this.server
                .on("tasks/result")
                .reply(Reply.sse(
                                "data: {\"jsonrpc\":\"2.0\",\"id\":\"q\","
                                        + "\"method\":\"elicitation/create\",\"params\":{\"message\":\"Where?\","
                                        + "\"requestedSchema\":{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\"}}},"
                                        + "\"_meta\":{\"io.modelcontextprotocol/related-task\":{\"taskId\":\"t-0123456789\"}}}}")
                        .until(answered)
                        .event("data: {\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":" + WARM + "}"));

        assertThat(task.await().text()).isEqualTo("warm");
        assertThat(sent("POST").at("/result/content/city").asString()).isEqualTo("Oslo");
    }

    // TSKL-13: a tool that failed is a result, and comes as one
    @Test
    void awaitWhenToolReportedAnErrorReturnsItsResult() {
        offering(ALL);
        McpTask task = begin();
        answers("tasks/get", Reply.result(task("failed")));
        answers("tasks/result", Reply.result("{\"content\":[],\"isError\":true}"));

        assertThat(task.await().isErrorResult()).isTrue();
    }

    // TSKL-06, TSKL-13: exactly the error of the original request
    @ParameterizedTest
    @ValueSource(strings = {"failed", "cancelled"})
    void awaitWhenTaskEndedInAnErrorThrowsIt(String status) {
        offering(ALL);
        McpTask task = begin();
        answers("tasks/get", Reply.result(task(status)));
        answers("tasks/result", Reply.error(-32050, "no more weather"));

        assertThat(catchThrowableOfType(McpRequestException.class, task::await))
                .hasMessageContaining("no more weather")
                .matches(error -> error.code() == -32050);
    }

    // an unknown state is no end
    @Test
    void awaitWhenStateIsUnknownContinuesPolling() {
        offering(ALL);
        McpTask task = begin();
        answers("tasks/get", Reply.result(task("resting")), Reply.result(task("completed")));
        answers("tasks/result", Reply.result(WARM));

        assertThat(task.await().text()).isEqualTo("warm");
    }

    // TSKL-12: a lost stream is no lost task
    @Test
    void awaitWhenTheResultStreamBreaksRequestsAgain() {
        offering(ALL);
        McpTask task = begin();
        answers("tasks/get", Reply.result(task("completed")));
        answers("tasks/result", Reply.streamed(200, "text/event-stream").thenClose(), Reply.result(WARM));

        assertThat(task.await().text()).isEqualTo("warm");
    }

    // TMO-04: the timeout of the caller bounds the waiting; the task goes on, and nothing is cancelled
    @Test
    void awaitWhenTaskTakesTooLongEndsAndLeavesTheTask() {
        offering(ALL);
        McpTask task = begin();
        this.server.on("tasks/get").always().reply(Reply.result(task("working")));
        acceptCancelledQuestions();

        assertThat(catchThrowableOfType(
                        McpTimeoutException.class, () -> task.await(McpCallOptions.timeout(Duration.ofMillis(1500)))))
                .hasMessageContaining("within 1500 ms");
        assertThat(this.server.requests("tasks/cancel")).isEmpty();
        assertCallIsNotCancelled();
    }

    // TSKL-10
    @Test
    void cancelSendsACancelRequest() {
        offering(ALL);
        McpTask task = begin();
        answers("tasks/cancel", Reply.result(task("cancelled")));

        assertThat(task.cancel().status()).isEqualTo(TaskStatus.CANCELLED);
        assertThat(sent("tasks/cancel").at("/params/taskId").asString()).isEqualTo("t-0123456789");
    }

    // TSKL-10: one that has ended
    @Test
    void cancelWhenTaskHasEndedThrowsTheServerError() {
        offering(ALL);
        McpTask task = begin();
        answers("tasks/cancel", Reply.error(-32602, "already completed"));

        assertThat(catchThrowableOfType(McpRequestException.class, task::cancel).code())
                .isEqualTo(-32602);
    }

    // TSKL-10, TSKL-11: only what was declared
    @Test
    void operationsThatTheServerDoesNotSupportAreRejected() {
        offering("{\"requests\":{\"tools\":{\"call\":{}}}}");
        McpTask task = begin();

        assertRefused(task::cancel);
        assertRefused(() -> this.client.tasks().list(McpCallOptions.defaults()));
    }

    // TSKL-02
    @ParameterizedTest
    @ValueSource(strings = {"", "{}", "{\"requests\":{\"tools\":{}}}"})
    void callToolAsTaskWhenServerDoesNotSupportTasksIsRejected(String tasks) {
        offering(tasks);

        assertRefused(() -> this.client.tasks().callTool(params(), null, McpCallOptions.defaults()));
    }

    // TSKL-04, TOOL-25
    @ParameterizedTest
    @ValueSource(strings = {"", "forbidden"})
    void callToolAsTaskWhenToolDoesNotSupportTasksIsRejected(String support) {
        offering(ALL);
        lists(support);

        assertRefused(() -> this.client.tasks().callTool(params(), null, McpCallOptions.defaults()));
    }

    private void assertRefused(Runnable call) {
        assertThat(catchThrowableOfType(McpRejectedException.class, call::run))
                .hasMessageStartingWith("MCP server \"weather\": ")
                .matches(error -> error.reason() == McpRejectedException.Reason.UNSUPPORTED)
                .matches(error -> error.outcome() == McpOutcome.NOT_SENT);
    }

    // TSKL-11: all pages, opaque cursors
    @Test
    void listTasksFollowsTheCursors() {
        offering(ALL);
        answers(
                "tasks/list",
                Reply.result("{\"tasks\":[" + task("working") + "],\"nextCursor\":\"\"}"),
                Reply.result("{\"tasks\":[" + task("completed") + "]}"));

        assertThat(this.client.tasks().list(McpCallOptions.defaults()))
                .extracting(task -> task.lastKnown().status())
                .containsExactly(TaskStatus.WORKING, TaskStatus.COMPLETED);
        assertThat(this.server
                        .requests("tasks/list")
                        .get(1)
                        .json()
                        .at("/params/cursor")
                        .asString("none"))
                .isEmpty();
    }

    // a handle can be stored and picked up again
    @Test
    void taskCanBeResumedFromAStoredHandle() throws IOException, ClassNotFoundException {
        offering(ALL);
        McpTaskHandle stored = stored(new McpTaskHandle("weather", "t-1", "forecast", null, Duration.ofHours(1)));
        answers("tasks/get", Reply.result(task("completed")));
        answers("tasks/result", Reply.result(WARM));

        assertThat(this.client.tasks().resume(stored).await().text()).isEqualTo("warm");
        assertThat(sent("tasks/get").at("/params/taskId").asString()).isEqualTo("t-1");
        assertThatExceptionOfType(McpRejectedException.class)
                .isThrownBy(() -> this.client.tasks().resume(McpTaskHandle.of("other", "t-1")))
                .withMessageContaining("other")
                .matches(refusal -> refusal.reason() == McpRejectedException.Reason.INVALID_ARGUMENT);
    }

    private static McpTaskHandle stored(McpTaskHandle handle) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new ObjectOutputStream(bytes).writeObject(handle);
        Object read = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
        assertThat(read).isEqualTo(handle);
        return (McpTaskHandle) read;
    }

    // TOOL-25, TSKL-04: a tool that is only offered as a task is called as one
    @Test
    void callToolWhenToolRequiresATaskRunsOneAndWaits() {
        offering(ALL);
        lists("required");
        answers("tools/call", created());
        answers("tasks/get", Reply.result(task("completed")));
        answers("tasks/result", Reply.result(WARM));

        assertThat(this.client.callTool("forecast", Map.of(), String.class)).isEqualTo("warm");
        assertThat(sent("tools/call").at("/params/task").isObject()).isTrue();
    }

    // TSKL-04: what the server declares comes before what the tool says; optional means no task unless asked for
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"|required", "{}|required", ALL + "|optional", ALL + "|forbidden", ALL + "|", ALL + "|later"})
    void callToolWhenNoTaskIsRequiredIsAnOrdinaryCall(String tasks, String support) {
        offering((tasks != null) ? tasks : "");
        lists((support != null) ? support : "");

        assertThat(this.client.callTool("forecast", Map.of("a", 1)).text()).contains("1");
        assertThat(sent("tools/call").at("/params/task").isMissingNode()).isTrue();
    }

    // TOOL-14, TSKX-19: the result of a task is checked like any other
    @Test
    void callToolAsTaskValidatesItsResult() {
        offering(ALL);
        this.server.tools("{\"name\":\"forecast\",\"inputSchema\":{\"type\":\"object\"},\"outputSchema\":{"
                + "\"required\":[\"degrees\"]},\"execution\":{\"taskSupport\":\"required\"}}");
        this.client.listTools();
        answers("tools/call", created());
        answers("tasks/get", Reply.result(task("completed")));
        answers("tasks/result", Reply.result(WARM));

        assertThat(catchThrowableOfType(McpProtocolException.class, () -> this.client.callTool("forecast", Map.of())))
                .hasMessageContaining("no structured content");
    }

    // CAN-05: with the request of tasks, never with the notification
    @Test
    void callToolWhenTaskTakesTooLongCancelsTheTask() {
        offering(ALL);
        lists("required");
        answers("tools/call", created());
        this.server.on("tasks/get").always().reply(Reply.result(task("working")));
        acceptCancelledQuestions();
        answers("tasks/cancel", Reply.result(task("cancelled")));

        assertThat(catchThrowableOfType(
                        McpTimeoutException.class,
                        () -> this.client.callTool(
                                "forecast", Map.of(), McpCallOptions.timeout(Duration.ofSeconds(3)))))
                .isNotNull();
        this.server.awaitRequests("tasks/cancel", 1, LIMIT);
        assertCallIsNotCancelled();
    }

    // CAN-05, TSKL-12: the stream is dropped, the task cancelled
    @Test
    void callToolWhenCallerCancelsCancelsTheTask() {
        offering(ALL);
        lists("required");
        answers("tools/call", created());
        answers("tasks/get", Reply.result(task("input_required")));
        answers("tasks/result", Reply.neverAnswer());
        answers("tasks/cancel", Reply.result(task("cancelled")));

        Disposable call = this.client.reactive().callTool("forecast", Map.of()).subscribe(CallToolResult::text);
        this.server.awaitRequests("tasks/result", 1, LIMIT);
        call.dispose();

        this.server.awaitRequests("tasks/cancel", 1, LIMIT);
        assertThat(this.server.requests("notifications/cancelled")).isEmpty();
    }

    // PRG-08: the token of the call holds until the task has ended
    @Test
    void progressOfATaskIsReceivedUntilItsEnd() {
        offering(ALL);
        List<Double> heard = new CopyOnWriteArrayList<>();
        answers("tools/call", created());
        McpTask task = this.client
                .tasks()
                .callTool(
                        params(),
                        null,
                        McpCallOptions.defaults().withProgress(progress -> heard.add(progress.progress())));
        String token = sent("tools/call").at("/params/_meta/progressToken").toString();
        this.server.on("tasks/get").reply(progressThen(token, 1, task("working")));
        this.server.on("tasks/get").reply(progressThen(token, 2, task("completed")));
        this.server.on("tasks/result").reply(progressThen(token, 3, WARM));

        assertThat(task.await().text()).isEqualTo("warm");
        Awaitility.await().atMost(LIMIT).until(() -> heard.contains(2.0));
        assertThat(heard).containsExactly(1.0, 2.0);
    }

    private static Reply progressThen(String token, int progress, String result) {
        return Reply.sse(
                "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":"
                        + token + ",\"progress\":" + progress + "}}",
                "data: {\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":" + result + "}");
    }

    // TSKL-01, TSKL-14, HTL-16: our side of it on the wire: the server asks in a task, and fetches the answer
    @Test
    void serverMayRequestInputAsATaskAndFetchTheResult() {
        offering(ALL);
        CountDownLatch created = new CountDownLatch(1);
        CountDownLatch fetched = new CountDownLatch(1);
        AtomicReference<String> id = new AtomicReference<>("");
        this.server.on("POST").reply(request -> {
            id.set(request.json().at("/result/task/taskId").asString());
            created.countDown();
            return Reply.accepted();
        });
        this.server.on("POST").reply(request -> {
            fetched.countDown();
            return Reply.accepted();
        });
        this.server
                .on("tools/call")
                .reply(Reply.sse(request(
                                "q1",
                                "elicitation/create",
                                "{\"message\":\"Where?\","
                                        + "\"requestedSchema\":{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\"}}},"
                                        + "\"task\":{\"ttl\":60000}}"))
                        .until(created)
                        .event("data: {\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":" + WARM + "}"));
        this.server.on("ping").reply(request -> Reply.sse(
                        request("q2", "tasks/result", "{\"taskId\":\"" + id.get() + "\"}"))
                .until(fetched)
                .event("data: {\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{}}"));

        this.client.callTool("forecast", Map.of());
        this.client.ping();

        assertThat(sent("initialize")
                        .at("/params/capabilities/tasks/requests/elicitation/create")
                        .isObject())
                .isTrue();
        assertThat(sent("POST").at("/result/task/status").asString()).isEqualTo("working");
        JsonNode answer = this.server.requests("POST").get(1).json();
        assertThat(answer.at("/result/content/city").asString()).isEqualTo("Oslo");
        assertThat(answer.at("/result/_meta/io.modelcontextprotocol~1related-task/taskId")
                        .asString())
                .isEqualTo(id.get());
    }

    private static String request(String id, String method, String params) {
        return "data: {\"jsonrpc\":\"2.0\",\"id\":\"" + id + "\",\"method\":\"" + method + "\",\"params\":" + params
                + "}";
    }
}
