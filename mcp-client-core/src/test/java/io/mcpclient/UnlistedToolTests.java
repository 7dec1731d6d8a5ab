package io.mcpclient;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.settings.McpOutputValidation;
import io.mcpclient.testkit.CapturedLog;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.testkit.ScriptedModernServer;
import io.mcpclient.testkit.VirtualTime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

/** Calls of tools that nobody has listed: what depends on their definitions is looked up. */
@Timeout(30)
class UnlistedToolTests {

    private static final String SCHEMA = ",\"outputSchema\":{\"type\":\"object\",\"required\":[\"degrees\"]}";

    private static final String WRONG = "{\"content\":[],\"structuredContent\":{\"city\":\"Oslo\"}}";

    private static final String WARM = "{\"content\":[{\"type\":\"text\",\"text\":\"warm\"}]}";

    private static final String TASK = "{\"taskId\":\"t-1\",\"status\":\"completed\","
            + "\"createdAt\":\"2026-11-21T10:00:00Z\",\"lastUpdatedAt\":\"2026-11-21T10:00:01Z\",\"ttl\":60000}";

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    private final VirtualTime time = new VirtualTime();

    private final McpClient client = client(builder -> builder.time(this.time));

    @AfterEach
    void close() {
        this.client.close();
        this.server.close();
    }

    private McpClient client(UnaryOperator<McpClientBuilder> more) {
        return more.apply(McpClient.builder("weather").url(this.server.url())).build();
    }

    private static String tool(String name, String members) {
        return "{\"name\":\"" + name + "\",\"inputSchema\":{\"type\":\"object\"}" + members + "}";
    }

    private void responds(String result) {
        this.server.on("tools/call").always().reply(Reply.result(result));
    }

    private CallToolResult call(String name) {
        return this.client.callTool(name, Map.of());
    }

    private McpProtocolException failedCall(String name) {
        return catchThrowableOfType(McpProtocolException.class, () -> call(name));
    }

    private int lists() {
        return this.server.requests("tools/list").size();
    }

    // results

    // TOOL-14, fault F29
    @Test
    void structuredContentIsValidatedWithoutAPriorToolList() {
        this.server.tools(tool("other", ""), tool("forecast", SCHEMA));
        responds(WRONG);

        assertThat(failedCall("forecast")).hasMessageContaining("declares an output schema");
        assertThat(failedCall("forecast")).isNotNull();
        assertThat(lists()).isOne();
    }

    @Test
    void structuredContentOfStatelessServersIsValidatedToo() {
        try (ScriptedModernServer modern = ScriptedHttpServer.modern();
                McpClient other = McpClient.builder("other").url(modern.url()).build()) {
            modern.tools(tool("forecast", SCHEMA));
            modern.on("tools/call").always().reply(Reply.result("{\"resultType\":\"complete\"," + WRONG.substring(1)));

            assertThat(catchThrowableOfType(McpProtocolException.class, () -> other.callTool("forecast", Map.of())))
                    .hasMessageContaining("declares an output schema");
            assertThat(catchThrowableOfType(McpProtocolException.class, () -> other.tasks()
                            .callTool(CallToolParams.of("forecast", Map.of()), null, McpCallOptions.defaults())))
                    .hasMessageContaining("declares an output schema");
            assertThat(modern.requests("tools/list")).hasSize(1);
        }
    }

    // after a renewal the server may be another one (fault D12)
    @Test
    void definitionsAreLookedUpAgainInTheNextSession() {
        responds(WRONG);
        assertThat(call("forecast").hasStructuredContent()).isTrue();

        this.server.tools(tool("forecast", SCHEMA));
        this.client.session().reconnect();

        assertThat(failedCall("forecast")).isNotNull();
        assertThat(lists()).isEqualTo(2);
    }

    @Test
    void concurrentCallsShareOneToolListRequest() {
        this.client.session().connect();
        CompletableFuture<Void> release = new CompletableFuture<>();
        this.server
                .on("tools/list")
                .reply(Reply.result("{\"tools\":[" + tool("a", SCHEMA) + "," + tool("b", SCHEMA) + "]}")
                        .after(release));
        responds(WRONG);

        List<CompletableFuture<CallToolResult>> results = Stream.of("a", "b", "a", "b")
                .map(name -> this.client.reactive().callTool(name, Map.of()).toFuture())
                .toList();
        await().until(() -> this.server.requests("tools/call").size() == 4 && lists() == 1);
        release.complete(null);

        assertThat(results).allSatisfy(result -> assertThat(result)
                .failsWithin(Duration.ofSeconds(10))
                .withThrowableThat()
                .withMessageContaining("declares an output schema"));
        assertThat(lists()).isOne();
    }

    // the cost of a call remains that of one request
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"content\":[]}",
                "{\"content\":[],\"structuredContent\":{\"city\":\"Oslo\"},\"isError\":true}",
                "{\"resultType\":\"input_required\",\"structuredContent\":{},\"requestState\":\"s\"}"
            })
    void resultWithoutStructuredContentToValidateRequestsNoToolList(String result) {
        this.server.tools(tool("forecast", SCHEMA));
        responds(result);

        call("forecast");

        assertThat(lists()).isZero();
    }

    @Test
    void clientWithoutOutputValidationRequestsNoToolList() {
        responds(WRONG);
        try (McpClient mild =
                client(builder -> builder.tools(tools -> tools.withOutputValidation(McpOutputValidation.OFF)))) {
            assertThat(mild.callTool("forecast", Map.of()).hasStructuredContent())
                    .isTrue();
        }
        assertThat(lists()).isZero();
    }

    @Test
    void unlistedToolIsLookedUpAtMostOnceAMinute() {
        responds(WRONG);

        Stream.generate(() -> call("forecast")).limit(5).forEach(result -> assertThat(result.hasStructuredContent())
                .isTrue());
        assertThat(lists()).isOne();
        call("hidden");
        assertThat(lists()).isEqualTo(2);

        this.time.advance(Duration.ofSeconds(61));
        this.server.tools(tool("forecast", SCHEMA));
        assertThat(failedCall("forecast")).isNotNull();
        assertThat(lists()).isEqualTo(3);
    }

    // the tool has run, so its result is worth more than the check
    @ParameterizedTest
    @ValueSource(strings = {"{\"tools\":7}", "refused"})
    void failedToolListDoesNotLoseTheResult(String list) {
        this.server
                .on("tools/list")
                .always()
                .reply(list.equals("refused") ? Reply.error(-32603, "no list today") : Reply.result(list));
        responds(WRONG);

        List<String> warnings = warnings(() -> {
            assertThat(call("forecast").hasStructuredContent()).isTrue();
            assertThat(call("forecast").hasStructuredContent()).isTrue();
        });

        assertThat(lists()).isOne();
        assertThat(warnings)
                .singleElement()
                .asString()
                .startsWith("MCP server \"weather\": the definition of tool \"forecast\" is unknown")
                .contains("tools/list");
    }

    // G01
    @Test
    void toolListThatHangsEndsAtTheCallDeadline() {
        this.server.on("tools/list").reply(Reply.neverAnswer());
        this.server.on("notifications/cancelled").optionally().reply(Reply.accepted());
        responds(WRONG);

        CompletableFuture<CallToolResult> result = this.client
                .reactive()
                .callTool("forecast", Map.of(), McpCallOptions.timeout(Duration.ofSeconds(5)))
                .toFuture();
        await().until(() -> lists() == 1);
        assertThat(result).isNotDone();
        this.time.advance(Duration.ofSeconds(6));

        assertThat(result).succeedsWithin(Duration.ofSeconds(10)).matches(CallToolResult::hasStructuredContent);
        this.time.advance(Duration.ofMinutes(1)); // the list has a deadline of its own
    }

    private static List<String> warnings(Runnable work) {
        try (CapturedLog log = CapturedLog.of("io.mcpclient.tools").open()) {
            work.run();
            return log.messages();
        }
    }

    // tasks

    private void supportsTasks() {
        this.server
                .on("initialize")
                .reply(Reply.result("{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{},"
                                + "\"tasks\":{\"requests\":{\"tools\":{\"call\":{}}}}},"
                                + "\"serverInfo\":{\"name\":\"tasks\",\"version\":\"1\"}}")
                        .withHeader("Mcp-Session-Id", "s-1"));
    }

    private void completesTasksWith(String result) {
        this.server.on("tasks/get").optionally().reply(Reply.result(TASK));
        this.server.on("tasks/result").optionally().reply(Reply.result(result));
    }

    /** The server runs the tool as a task only, or never as one. */
    private void runs(boolean asTask) {
        this.server.on("tools/call").always().reply(request -> {
            boolean isTask = request.json().at("/params/task").isObject();
            if (isTask != asTask) {
                return Reply.error(-32601, "Method not found");
            }
            return Reply.result(isTask ? "{\"task\":" + TASK + "}" : WARM);
        });
    }

    private static String support(String support) {
        return ",\"execution\":{\"taskSupport\":\"" + support + "\"}";
    }

    // TOOL-25, TSKL-04: the refusal says that the tool did not run
    @Test
    void toolThatRequiresATaskIsCalledAsOneWithoutAPriorToolList() {
        supportsTasks();
        runs(true);
        completesTasksWith(WARM);
        this.server.tools(tool("forecast", support("required")));

        assertThat(call("forecast").text()).isEqualTo("warm");
        assertThat(lists()).isOne();
        assertThat(this.server.requests("tools/call")).hasSize(2);
    }

    // the definition has changed since it was listed, in either direction
    @ParameterizedTest
    @CsvSource({"optional, required, true", "required, forbidden, false"})
    void callFollowsAChangedTaskSupportOfTheTool(String before, String after, boolean asTask) {
        supportsTasks();
        runs(asTask);
        completesTasksWith(WARM);
        this.server.tools(tool("forecast", support(before)));
        this.client.listTools();
        this.server.tools(tool("forecast", support(after)));

        assertThat(call("forecast").text()).isEqualTo("warm");
        assertThat(lists()).isEqualTo(2);
    }

    @Test
    void methodNotFoundErrorOfAToolWithoutTaskSupportIsReported() {
        supportsTasks();
        this.server.on("tools/call").always().reply(Reply.error(-32601, "no such tool"));

        for (int i = 0; i < 3; i++) {
            assertThat(catchThrowableOfType(McpRequestException.class, () -> call("echo")))
                    .hasMessageContaining("no such tool");
        }
        assertThat(lists()).isOne();
        assertThat(this.server.requests("tools/call")).hasSize(3);
    }

    @Test
    void methodNotFoundErrorOfAServerWithoutTasksIsReported() {
        this.server.on("tools/call").reply(Reply.error(-32601, "no such tool"));

        assertThat(catchThrowableOfType(McpRequestException.class, () -> call("forecast")))
                .isNotNull();
        assertThat(lists()).isZero();
    }

    // the task has begun, so its call is not repeated
    @Test
    void methodNotFoundErrorOfATaskRequestDoesNotRepeatTheCall() {
        supportsTasks();
        runs(true);
        this.server.tools(tool("forecast", support("required")));
        this.client.listTools();
        this.server.tools(tool("forecast", ""));
        this.server.on("tasks/get").reply(Reply.error(-32601, "Method not found"));

        assertThat(catchThrowableOfType(McpRequestException.class, () -> call("forecast")))
                .hasMessageContaining("tasks/get");
        assertThat(this.server.requests("tools/call")).hasSize(1);
    }

    // TOOL-14: the result of a resumed or requested task
    @Test
    void taskResultIsValidatedWithoutAPriorToolList() {
        supportsTasks();
        runs(true);
        this.server.tools(tool("forecast", support("required") + SCHEMA));
        completesTasksWith(WRONG);

        assertThat(catchThrowableOfType(McpProtocolException.class, () -> this.client
                        .tasks()
                        .callTool(CallToolParams.of("forecast", Map.of()), null, McpCallOptions.defaults())
                        .await()))
                .hasMessageContaining("declares an output schema");
    }
}
