package io.mcpclient.internal.task;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.mcpclient.McpClient;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.task.McpTask;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Progress of tasks of the handshake era, while no request of the client is open. */
@Timeout(60)
class TaskProgressTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static final String TASK =
            "{\"taskId\":\"t-1\",\"status\":\"working\",\"createdAt\":\"2026-11-21T10:00:00Z\","
                    + "\"lastUpdatedAt\":\"2026-11-21T10:00:01Z\",\"ttl\":60000,\"pollInterval\":1}";

    @Test
    void progressArrivesOnTheListeningStreamUntilTheTaskHasEnded() {
        List<Double> heard = new CopyOnWriteArrayList<>();
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy();
                McpClient client =
                        McpClient.builder("weather").url(server.url()).build()) {
            server.on("initialize")
                    .reply(
                            Reply.result(
                                    "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{},\"tasks\":"
                                            + "{\"requests\":{\"tools\":{\"call\":{}}}}},\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}"));
            server.on("tools/call").reply(Reply.result("{\"task\":" + TASK + "}"));
            server.on("tasks/get").reply(Reply.result(TASK.replace("working", "completed")));
            server.on("tasks/result").reply(Reply.result("{\"content\":[]}"));
            server.on("GET")
                    .reply(request -> progress(server.requests("tools/call").get(0)));

            McpTask task = client.tasks()
                    .callTool(
                            CallToolParams.of("echo", Map.of()),
                            null,
                            McpCallOptions.defaults().withProgress(progress -> heard.add(progress.progress())));

            await().atMost(LIMIT).until(() -> heard.equals(List.of(1.0)));
            task.await();
            server.awaitDisconnect(LIMIT);
        }
        assertThat(heard).containsExactly(1.0);
    }

    private static Reply progress(RecordedRequest call) {
        String token = call.json().at("/params/_meta/progressToken").toString();
        return Reply.sse(
                        "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":"
                                + token + ",\"progress\":1}}")
                .thenHang();
    }
}
