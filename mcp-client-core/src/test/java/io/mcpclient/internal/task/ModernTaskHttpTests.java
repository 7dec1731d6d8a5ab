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
import java.util.function.UnaryOperator;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.Disposable;
import tools.jackson.databind.JsonNode;

import io.mcpclient.McpClient;
import io.mcpclient.McpClientBuilder;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.handler.McpProgress;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.ElicitFormParams;
import io.mcpclient.schema.ElicitResult;
import io.mcpclient.schema.TaskStatus;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.task.McpTask;
import io.mcpclient.task.McpTaskHandle;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedModernServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

@Timeout(30)
class ModernTaskHttpTests {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private static final String ID = "t-0123456789";

    private static final String WARM =
            "{\"resultType\":\"complete\",\"content\":[{\"type\":\"text\",\"text\":\"warm\"}]}";

    private final ScriptedModernServer server = ScriptedHttpServer.modern()
            .capabilities("{\"tools\":{},\"prompts\":{},\"extensions\":" + "{\"io.modelcontextprotocol/tasks\":{}}}");

    private final List<String> asked = new CopyOnWriteArrayList<>();

    private final McpClient client = client(builder -> builder);

    @AfterEach
    void close() {
        this.client.close();
        this.server.close();
    }

    private McpClient client(UnaryOperator<McpClientBuilder> more) {
        return more.apply(McpClient.builder("weather")
                        .url(this.server.url())
                        .protocol(protocol -> protocol.withEra(McpProtocol.MODERN))
                        .timeouts(timeouts -> timeouts.withRequest(Duration.ofSeconds(20)))
                        .elicitation((params, context) -> {
                            this.asked.add(((ElicitFormParams) params).message());
                            return ElicitResult.accept(Map.of("city", "Oslo"));
                        }))
                .build();
    }

    private static Reply task(String status, String more) {
        return Reply.result("{\"resultType\":\"" + (more.equals("new") ? "task" : "complete") + "\",\"taskId\":\"" + ID
                + "\",\"status\":\"" + status + "\",\"createdAt\":\"2026-11-21T10:00:00Z\","
                + "\"lastUpdatedAt\":\"2026-11-21T10:00:01Z\",\"ttlMs\":60000,\"pollIntervalMs\":1"
                + (more.equals("new") ? "" : more) + "}");
    }

    private static Reply created() {
        return task("working", "new");
    }

    private static Reply working() {
        return task("working", "");
    }

    private static Reply completed() {
        return task("completed", ",\"result\":" + WARM);
    }

    private static Reply asking(String... keys) {
        StringBuilder questions = new StringBuilder();
        for (String key : keys) {
            questions.append(questions.isEmpty() ? "" : ",").append("\"" + key + "\":" + question(key));
        }
        return task("input_required", ",\"inputRequests\":{" + questions + "}");
    }

    private static String question(String message) {
        return "{\"method\":\"elicitation/create\",\"params\":{\"mode\":\"form\",\"message\":\"" + message
                + "\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\"}}}}}";
    }

    private static Reply ack() {
        return Reply.result("{\"resultType\":\"complete\"}");
    }

    private void answers(String method, Reply... replies) {
        List.of(replies).forEach(reply -> this.server.on(method).reply(reply));
    }

    private McpTask begin() {
        answers("tools/call", created());
        return this.client.tasks().callTool(params(), Duration.ofMinutes(1), McpCallOptions.defaults());
    }

    private CallToolResult callTool() {
        return this.client.callTool("echo", Map.of("city", "Oslo"));
    }

    private static CallToolParams params() {
        return CallToolParams.of("echo", Map.of("city", "Oslo"));
    }

    private RecordedRequest sent(String method) {
        return this.server.requests(method).get(0);
    }

    private static JsonNode extensions(RecordedRequest request) {
        return request.json()
                .at("/params/_meta")
                .path("io.modelcontextprotocol/clientCapabilities")
                .path("extensions");
    }

    // TSKX-01, TSKX-02, TSKX-15, TSKX-18, CAP-10, HDR-03: declared with each request, no task request, the id in the
    // header
    @Test
    void callToolWhenServerReturnsATaskReturnsTheTaskResult() {
        answers("tools/call", created());
        answers("tasks/get", working(), completed());

        assertThat(callTool().text()).isEqualTo("warm");
        assertThat(sent("tools/call").json().at("/params/task").isMissingNode()).isTrue();
        assertThat(sent("tools/call").header("Mcp-Name")).isEqualTo("echo");
        for (RecordedRequest request : this.server.requests()) {
            assertThat(extensions(request).path("io.modelcontextprotocol/tasks").isObject())
                    .isTrue();
        }
        assertThat(this.server.requests("tasks/get")).hasSize(2).allSatisfy(request -> {
            assertThat(request.json().at("/params/taskId").asString()).isEqualTo(ID);
            assertThat(request.header("Mcp-Name")).isEqualTo(ID);
        });
    }

    // MRTR-21: an input before there is a task, and another one in the task
    @Test
    void callToolWhenInputIsNeededBeforeAndInTheTaskReturnsItsResult() {
        answers(
                "tools/call",
                Reply.result("{\"resultType\":\"input_required\",\"inputRequests\":{\"x\":" + question("before")
                        + "},\"requestState\":\"s\"}"),
                created());
        answers("tasks/get", asking("in"), completed());
        answers("tasks/update", ack());

        assertThat(callTool().text()).isEqualTo("warm");
        assertThat(this.asked).containsExactly("before", "in");
    }

    // TSKX-10 to TSKX-12, TSKX-15: two questions, one after the other, each asked and answered once
    @Test
    void awaitAnswersInputRequestsWithTheClientsHandlers() {
        McpTask task = begin();
        answers("tasks/get", asking("a"), asking("a", "b"), completed());
        answers("tasks/update", ack(), ack());

        assertThat(task.await().text()).isEqualTo("warm");
        assertThat(this.asked).containsExactly("a", "b");
        List<RecordedRequest> updates = this.server.requests("tasks/update");
        assertThat(updates)
                .allSatisfy(update -> assertThat(update.header("Mcp-Name")).isEqualTo(ID));
        assertThat(updates)
                .extracting(update -> update.json().at("/params/inputResponses").toString())
                .containsExactly(
                        "{\"a\":{\"action\":\"accept\",\"content\":{\"city\":\"Oslo\"}}}",
                        "{\"b\":{\"action\":\"accept\",\"content\":{\"city\":\"Oslo\"}}}");
    }

    // TSKX-12
    @Test
    void provideInputSendsManualResponses() {
        McpTask task = begin();
        answers("tasks/get", asking("a"), completed());
        answers("tasks/update", ack());

        assertThat(task.status().inputRequests()).containsOnlyKeys("a");
        task.provideInput(Map.of("a", ElicitResult.accept(Map.of("city", "Bergen"))));

        assertThat(task.await().text()).isEqualTo("warm");
        assertThat(sent("tasks/update")
                        .json()
                        .at("/params/inputResponses/a/content/city")
                        .asString())
                .isEqualTo("Bergen");
        assertThat(this.asked).isEmpty();
    }

    // TSKX-13, TSKX-15, CAN-06
    @Test
    void cancelSendsACancelRequest() {
        McpTask task = begin();
        answers("tasks/cancel", ack());
        answers("tasks/get", task("cancelled", ""));

        assertThat(task.cancel().status()).isEqualTo(TaskStatus.WORKING);
        assertThat(task.status().status()).isEqualTo(TaskStatus.CANCELLED);
        assertThat(sent("tasks/cancel").header("Mcp-Name")).isEqualTo(ID);
        assertThat(this.server.requests("notifications/cancelled")).isEmpty();
    }

    // CAN-06, TSKX-13: by the request, never by the notification
    @Test
    void callToolWhenCallerCancelsCancelsTheTask() {
        answers("tools/call", created());
        answers("tasks/get", Reply.neverAnswer());
        answers("tasks/cancel", ack());

        Disposable call = this.client.reactive().callTool("echo", Map.of()).subscribe(CallToolResult::text);
        this.server.awaitRequests("tasks/get", 1, LIMIT);
        call.dispose();

        this.server.awaitRequests("tasks/cancel", 1, LIMIT);
        assertThat(this.server.requests("notifications/cancelled")).isEmpty();
    }

    // TSKX-09
    @Test
    void callToolWhenTaskFailedThrowsTheErrorOfTheCall() {
        answers("tools/call", created());
        answers("tasks/get", task("failed", ",\"error\":{\"code\":-32050,\"message\":\"no more weather\"}"));

        assertThat(catchThrowableOfType(McpRequestException.class, this::callTool))
                .hasMessageContaining("no more weather")
                .matches(error -> error.code() == -32050);
    }

    // TSKX-16
    @Test
    void awaitWhenServerNoLongerRetainsTheTaskFails() {
        McpTask task = begin();
        answers("tasks/get", Reply.error(-32602, "no task " + ID));

        McpRequestException error = catchThrowableOfType(McpRequestException.class, task::await);
        assertThat(error).hasMessageContaining("no longer retains it");
        assertThat(error.toString()).doesNotContain(ID);
    }

    // TSKX-08
    @Test
    void awaitWhenTaskMakesNoProgressWithinItsTtlFails() {
        McpTask task = begin();
        this.server
                .on("tasks/get")
                .always()
                .reply(Reply.result(
                        "{\"taskId\":\"" + ID + "\",\"status\":\"working\",\"ttlMs\":300,\"pollIntervalMs\":1}"));

        assertThat(catchThrowableOfType(McpProtocolException.class, task::await))
                .hasMessageContaining("considered lost");
    }

    // TSKX-07: another client, such as that of another process, goes on with it
    @Test
    void taskCanBeResumedFromAStoredHandle() throws IOException, ClassNotFoundException {
        answers("tools/call", created());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (McpClient first = client(builder -> builder)) {
            McpTask task = first.tasks().callTool(params(), null, McpCallOptions.defaults());
            new ObjectOutputStream(bytes).writeObject(task.handle());
        }
        McpTaskHandle stored =
                (McpTaskHandle) new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
        answers("tasks/get", asking("a"), completed());
        answers("tasks/update", ack());

        assertThat(this.client.tasks().resume(stored).await().text()).isEqualTo("warm");
        assertThat(this.asked).containsExactly("a");
    }

    // PRG-09, TSKX-17: progress is there for the call, and not asked for by what follows it
    @Test
    void taskRequestsHaveNoProgressToken() {
        List<McpProgress> heard = new CopyOnWriteArrayList<>();
        answers("tools/call", created());
        answers("tasks/get", completed());

        this.client.callTool("echo", Map.of(), McpCallOptions.defaults().withProgress(heard::add));

        assertThat(sent("tools/call").json().at("/params/_meta/progressToken").isNumber())
                .isTrue();
        assertThat(sent("tasks/get").json().at("/params/_meta/progressToken").isMissingNode())
                .isTrue();
        assertThat(heard).isEmpty();
    }

    // TSKX-03, RPC-20, VER-26, CAP-11: switched off, nothing of it is there
    @Test
    void callToolWhenTasksAreSwitchedOffRejectsTaskResults() {
        try (McpClient without = client(builder -> builder.protocol(protocol -> protocol.withTasks(false)))) {
            assertThat(without.tasks()
                            .callTool(params(), null, McpCallOptions.defaults())
                            .await()
                            .text())
                    .contains("Oslo");
            assertThat(extensions(sent("tools/call")).isMissingNode()).isTrue();

            answers("tools/call", created());
            assertThat(catchThrowableOfType(
                            McpProtocolException.class, () -> without.callTool("echo", Map.of("city", "Oslo"))))
                    .hasMessageContaining("disabled")
                    .matches(error -> error.reason() == McpProtocolException.Reason.MALFORMED);
        }
    }

    // TSKX-03: only calls of tools become tasks
    @ParameterizedTest
    @ValueSource(strings = {"tools/list", "prompts/get"})
    void otherRequestsWhenAnsweredWithATaskFail(String method) {
        answers(method, created());

        assertThat(catchThrowableOfType(McpProtocolException.class, () -> this.client
                        .raw()
                        .request(method, Map.of("name", "greet"), Map.class, McpCallOptions.defaults())))
                .hasMessageContaining("only a tool call");
        if (method.equals("tools/list")) {
            answers(method, created());
            assertThat(catchThrowableOfType(McpProtocolException.class, this.client::listTools))
                    .hasMessageContaining("only a tool call");
        }
    }

    // the same over a channel that all requests share
    @Test
    void callToolOverStdioReturnsTheResultOfTheTask() {
        String script = """
                answer() { printf '{"jsonrpc":"2.0","id":%s,"result":{"resultType":"%s",%s}}\\n' "$id" "$1" "$2"; }
                while read -r line; do
                  id=$(printf '%s' "$line" | sed 's/.*"id":\\([0-9]*\\).*/\\1/')
                  case "$line" in
                    *server/discover*) answer complete '"supportedVersions":["2026-07-28"],"ttlMs":0,\
                "cacheScope":"private","capabilities":{"tools":{},"extensions":{"io.modelcontextprotocol/tasks":{}}}' ;;
                    *tools/call*) answer task '"taskId":"t-1","status":"working","ttlMs":null,"pollIntervalMs":1' ;;
                    *tasks/get*) answer complete '"taskId":"t-1","status":"completed","ttlMs":null,\
                "result":{"content":[{"type":"text","text":"warm"}]}' ;;
                  esac
                done
                """;
        try (McpClient local = McpClient.builder("weather")
                .command("/bin/sh", "-c", script)
                .protocol(protocol -> protocol.withEra(McpProtocol.MODERN))
                .timeouts(timeouts -> timeouts.withRequest(Duration.ofSeconds(20)))
                .build()) {
            assertThat(local.callTool("echo", Map.of()).text()).isEqualTo("warm");
        }
    }
}
