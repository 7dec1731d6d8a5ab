package io.mcpclient.internal.task;

import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.McpClient;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.task.McpTask;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.testkit.ScriptedModernServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Tool calls that run as tasks and whose end is not learned: the server has accepted them. An error that says that such a tool was not
 * executed lets callers execute it twice.
 */
@Timeout(60)
class TaskOutcomeTests {

    private static final String STATE =
            "\"taskId\":\"t-1\",\"status\":\"working\",\"statusMessage\":\"waits for a license\","
                    + "\"createdAt\":\"2026-11-21T10:00:00Z\",\"lastUpdatedAt\":\"2026-11-21T10:00:01Z\",";

    private static final String LEGACY_TASK = "{" + STATE + "\"ttl\":60000,\"pollInterval\":1}";

    private static final String RESULT = "{\"content\":[{\"type\":\"text\",\"text\":\"warm\"}]}";

    private final ScriptedLegacyServer legacy = ScriptedHttpServer.legacy()
            .tools(
                    "{\"name\":\"warm\",\"inputSchema\":{\"type\":\"object\"},\"execution\":{\"taskSupport\":\"required\"}}");

    private final ScriptedModernServer modern = ScriptedHttpServer.modern()
            .capabilities("{\"tools\":{},\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}}");

    @AfterEach
    void close() {
        this.legacy.close();
        this.modern.close();
    }

    private static McpClient client(String url) {
        return McpClient.builder("weather")
                .url(url)
                .timeouts(timeouts -> timeouts.withRequest(Duration.ofSeconds(20)))
                .build();
    }

    /** A client that knows that the tool runs as a task. */
    private McpClient legacyClient(String answer) {
        this.legacy
                .on("initialize")
                .optionally()
                .reply(Reply.result("{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{},\"tasks\":"
                                + "{\"cancel\":{},\"requests\":{\"tools\":{\"call\":{}}}}},"
                                + "\"serverInfo\":{\"name\":\"tasks\",\"version\":\"1\"}}")
                        .withHeader("Mcp-Session-Id", "s-1"));
        this.legacy.on("tools/call").optionally().reply(Reply.result(answer));
        this.legacy.on("tasks/cancel").optionally().reply(Reply.result(LEGACY_TASK));
        McpClient client = client(this.legacy.url());
        client.listTools();
        return client;
    }

    private McpClient legacyClient() {
        return legacyClient("{\"task\":" + LEGACY_TASK + "}");
    }

    private McpClient modernClient() {
        this.modern
                .on("tools/call")
                .optionally()
                .reply(Reply.result("{\"resultType\":\"task\"," + STATE + "\"ttlMs\":60000,\"pollIntervalMs\":1}"));
        this.modern.on("tasks/cancel").optionally().reply(Reply.result("{\"resultType\":\"complete\"}"));
        return client(this.modern.url());
    }

    private static McpException failure(McpClient client) {
        return catchThrowableOfType(McpException.class, () -> client.callTool("warm", Map.of()));
    }

    private static void assertMayHaveRun(McpException failure) {
        assertThat(failure.outcome()).isEqualTo(McpOutcome.UNKNOWN);
        assertThat(failure.operation()).isEqualTo("tools/call");
        assertThat(failure).hasMessageContaining("runs as a task").hasMessageContaining("waits for a license");
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403, 404, 503})
    void refusedPollOfLegacyTaskLeavesTheOutcomeOpen(int status) {
        this.legacy.on("tasks/get").optionally().reply(Reply.status(status));
        try (McpClient client = legacyClient()) {
            assertMayHaveRun(failure(client));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403, 404, 503})
    void refusedPollOfModernTaskLeavesTheOutcomeOpen(int status) {
        this.modern.on("tasks/get").optionally().reply(Reply.status(status));
        try (McpClient client = modernClient()) {
            assertMayHaveRun(failure(client));
        }
    }

    @Test
    void refusedCredentialsAreStillReportedAsSuch() {
        this.modern.on("tasks/get").optionally().reply(Reply.status(403));
        try (McpClient client = modernClient()) {
            assertThat(failure(client)).isInstanceOf(McpAuthorizationException.class);
        }
    }

    @Test
    void serverThatHasGoneLeavesTheOutcomeOpen() {
        this.modern.on("tasks/get").optionally().reply(Reply.closeBeforeAnswer());
        try (McpClient client = modernClient()) {
            McpException failure = failure(client);
            assertThat(failure).isInstanceOf(McpConnectionException.class);
            assertThat(failure.outcome()).isEqualTo(McpOutcome.UNKNOWN);
        }
    }

    @Test
    void callThatIsRefusedWasNotExecuted() {
        this.modern.on("tools/call").optionally().reply(Reply.status(401));
        try (McpClient client = client(this.modern.url())) {
            assertThat(failure(client).outcome()).isEqualTo(McpOutcome.REJECTED);
        }
    }

    @Test
    void timeoutSaysWhatTheTaskWasDoing() {
        this.legacy.on("tasks/get").optionally().reply(Reply.result(LEGACY_TASK));
        try (McpClient client = legacyClient()) {
            McpException timeout = catchThrowableOfType(
                    McpException.class,
                    () -> client.callTool("warm", Map.of(), McpCallOptions.timeout(Duration.ofSeconds(1))));
            assertThat(timeout)
                    .hasMessageContaining("waits for a license")
                    .hasMessageContaining("request-timeout-max")
                    .hasMessageNotContaining("Await it again");
        }
    }

    @Test
    void internalErrorOfOnePollIsSurvived() {
        this.legacy.on("tasks/get").reply(Reply.error(-32603, "oops"));
        this.legacy.on("tasks/get").optionally().reply(Reply.result(LEGACY_TASK.replace("working", "completed")));
        this.legacy.on("tasks/result").optionally().reply(Reply.result(RESULT));
        try (McpClient client = legacyClient()) {
            assertThat(client.callTool("warm", Map.of()).text()).isEqualTo("warm");
        }
    }

    @Test
    void pollsThatAProxyRefusesAreSurvived() {
        this.modern.on("tasks/get").reply(Reply.status(404));
        this.modern.on("tasks/get").reply(Reply.status(404));
        this.modern
                .on("tasks/get")
                .reply(Reply.result("{\"resultType\":\"complete\"," + STATE.replace("working", "completed")
                        + "\"ttlMs\":60000,\"pollIntervalMs\":1,\"result\":" + RESULT + "}"));
        try (McpClient client = modernClient()) {
            assertThat(client.callTool("warm", Map.of()).text()).isEqualTo("warm");
            assertThat(this.modern.requests("tasks/cancel")).isEmpty();
        }
    }

    @Test
    void internalErrorOfTheToolIsReported() {
        this.legacy.on("tasks/get").optionally().reply(Reply.result(LEGACY_TASK.replace("working", "failed")));
        this.legacy.on("tasks/result").reply(Reply.error(-32603, "no license"));
        try (McpClient client = legacyClient()) {
            assertThat(failure(client)).hasMessageContaining("no license");
        }
    }

    @Test
    void resultInPlaceOfATaskIsTheResult() {
        try (McpClient client = legacyClient(RESULT)) {
            assertThat(client.callTool("warm", Map.of()).text()).isEqualTo("warm");
            McpTask task =
                    client.tasks().callTool(CallToolParams.of("warm", Map.of()), null, McpCallOptions.defaults());
            assertThat(task.id()).isEmpty();
            assertThat(task.await().text()).isEqualTo("warm");
        }
    }

    @Test
    void badBlockOfAResultInPlaceOfATaskDoesNotHideTheOthers() {
        try (McpClient client = legacyClient(RESULT.replace("[{", "[{\"type\":\"image\",\"data\":1},{"))) {
            assertThat(client.callTool("warm", Map.of()).text()).isEqualTo("warm");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {"{\"ok\":true} | neither a task nor a result", "{\"content\":\"warm\"} | a malformed result"})
    void answerThatIsNeitherTaskNorResultIsMalformed(String answer, String problem) {
        try (McpClient client = legacyClient(answer)) {
            assertThat(failure(client)).isInstanceOf(McpProtocolException.class).hasMessageContaining(problem);
        }
    }
}
