package io.mcpclient.console;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import io.mcpclient.console.RawHttp.Response;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.ElicitResult;
import io.mcpclient.schema.FormField;
import io.mcpclient.schema.JsonObject;
import io.mcpclient.schema.RequestedSchema;
import io.mcpclient.status.McpEra;
import io.mcpclient.test.McpTestServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Tasks in both eras, over the requests of the page. */
class TaskTests {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private static final String API = "/mcp-console/api/";

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private static JsonNode task(RawHttp page, String id) {
        return JSON.readTree(page.get(API + "tasks/one?id=" + id).body());
    }

    private static String start(RawHttp page, String tool) {
        await().atMost(LIMIT).until(() -> page.get(API + "tools").body().contains(tool));
        assertThat(JSON.readTree(page.get(API + "tools/one?name=" + tool).body())
                        .path("task")
                        .asBoolean())
                .isTrue();
        Response started = page.post(API + "tasks", "{\"tool\":\"" + tool + "\",\"arguments\":{}}");
        assertThat(started.status()).as(started.body()).isEqualTo(200);
        return JSON.readTree(started.body()).path("id").asString();
    }

    private static void awaitStatus(RawHttp page, String id, String status) {
        await().atMost(LIMIT)
                .untilAsserted(() ->
                        assertThat(task(page, id).path("status").asString()).isEqualTo(status));
    }

    private static McpTestServer planning() {
        McpTestServer server = McpTestServer.create("plans");
        server.tool("plan")
                .runsAsTask(Duration.ofMinutes(5), Duration.ofMillis(100))
                .answersLater(call -> {
                    ElicitResult pace = call.answer("pace", ElicitResult.class);
                    return (pace == null)
                            ? call.asks("pace", "Which pace?", RequestedSchema.of(Map.of("value", FormField.text())))
                            : Mono.just(CallToolResult.text(
                                    "planned " + pace.content().get("value")));
                });
        return server;
    }

    private static McpTestServer dreaming(Runnable onCancel) {
        McpTestServer server = McpTestServer.create("plans");
        server.tool("dream")
                .runsAsTask(Duration.ofMinutes(5), Duration.ofMillis(100))
                .answersLater(call -> Mono.<CallToolResult>never().doOnCancel(onCancel));
        return server;
    }

    @Test
    void taskOfTheStatelessEraAsksAtTheConsoleAndEndsWithItsResult() {
        try (McpTestServer server = planning();
                ConsoleApplication application =
                        ConsoleApplication.withConsole().server(server).start()) {
            RawHttp page = RawHttp.likeThePage(application.port());
            try (Events events = Events.open(application.port())) {
                await().atMost(LIMIT).until(() -> events.received().contains("event:hello"));

                String id = start(page, "plan");
                await().atMost(LIMIT).until(() -> events.received().contains("event:question"));
                awaitStatus(page, id, "input_required");
                String question = JSON.readTree(page.get(API + "questions").body())
                        .at("/0/id")
                        .asString();
                page.post(
                        API + "questions/decide",
                        "{\"id\":\"" + question + "\",\"action\":\"accept\",\"content\":{\"value\":\"slowly\"}}");

                await().atMost(LIMIT).untilAsserted(() -> assertThat(
                                task(page, id).path("hasResult").asBoolean())
                        .isTrue());
                assertThat(task(page, id).path("result").toString()).contains("planned slowly");
                assertThat(task(page, id).path("followed").asBoolean()).isFalse();
                assertThat(events.received()).contains("event:task");
            }
            assertThat(page.get(API + "tasks").body())
                    .doesNotContain("planned slowly")
                    .contains("\"listing\":[]");
        }
    }

    @Test
    void taskIsCancelledAtItsServer() {
        Sinks.One<String> cancelled = Sinks.one();
        try (McpTestServer server = dreaming(() -> cancelled.tryEmitValue("yes"));
                ConsoleApplication application =
                        ConsoleApplication.withConsole().server(server).start()) {
            RawHttp page = RawHttp.likeThePage(application.port());
            String id = start(page, "dream");
            awaitStatus(page, id, "working");

            assertThat(page.post(API + "tasks/cancel", "{\"id\":" + id + "}").status())
                    .isEqualTo(200);

            assertThat(cancelled.asMono().block(LIMIT)).isEqualTo("yes");
            awaitStatus(page, id, "cancelled");
            await().atMost(LIMIT).untilAsserted(() -> assertThat(
                            task(page, id).path("problem").path("detail").asString())
                    .contains("cancelled"));
        }
    }

    /** The test server has no tasks of the handshake era: functions answer. */
    private static void script(McpTestServer server, AtomicReference<String> status) {
        server.eras(McpEra.LEGACY).capabilities(JsonObject.parse("""
            {"tools": {}, "tasks": {"list": {}, "cancel": {}, "requests": {"tools": {"call": {}}}}}\
            """).asMap());
        server.on("tools/list", request -> JsonObject.parse("""
            {"tools": [{"name": "index", "inputSchema": {"type": "object"}, "execution": {"taskSupport": "optional"},
              "annotations": {"readOnlyHint": true}}]}\
            """).asMap());
        server.on("tools/call", request -> Map.of("task", state("t-1", status.get())));
        server.on(
                "tasks/list",
                request -> Map.of("tasks", List.of(state("t-1", status.get()), state("secret-id-of-t-2", "working"))));
        server.on("tasks/get", request -> state(request.text("taskId"), status.get()));
        server.on(
                "tasks/result",
                request -> Map.of("content", List.of(Map.of("type", "text", "text", "indexed 12 files"))));
        server.on("tasks/cancel", request -> state(request.text("taskId"), "cancelled"));
    }

    private static Map<String, Object> state(String id, String status) {
        return Map.of(
                "taskId",
                id,
                "status",
                status,
                "statusMessage",
                "file 3",
                "createdAt",
                "2026-01-01T00:00:00Z",
                "lastUpdatedAt",
                "2026-01-01T00:00:00Z",
                "ttl",
                600_000,
                "pollInterval",
                100);
    }

    @Test
    void serverOfTheHandshakeEraListsItsTasksBesideThoseThatWereStartedHere() {
        AtomicReference<String> status = new AtomicReference<>("working");
        try (McpTestServer server = McpTestServer.create("files")) {
            script(server, status);
            try (ConsoleApplication application =
                    ConsoleApplication.withConsole().server(server).start()) {
                RawHttp page = RawHttp.likeThePage(application.port());
                String id = start(page, "index");

                Response listed = page.post(API + "tasks/list", "{\"server\":\"files\"}");
                JsonNode tasks = JSON.readTree(listed.body());

                assertThat(tasks.path("listing").toString()).isEqualTo("[\"files\"]");
                assertThat(tasks.path("tasks")).hasSize(2);
                assertThat(tasks.at("/tasks/0/started").asBoolean()).isFalse();
                assertThat(tasks.at("/tasks/1/started").asBoolean()).isTrue();
                assertThat(tasks.at("/tasks/1/message").asString()).isEqualTo("file 3");
                assertThat(listed.body()).doesNotContain("secret-id-of-t-2");

                status.set("completed");
                await().atMost(LIMIT).untilAsserted(() -> assertThat(
                                task(page, id).path("result").toString())
                        .contains("indexed 12 files"));
                String other = tasks.at("/tasks/0/id").asString();
                assertThat(page.post(API + "tasks/follow", "{\"id\":" + other + "}")
                                .status())
                        .isEqualTo(200);
                await().atMost(LIMIT).untilAsserted(() -> assertThat(
                                task(page, other).path("hasResult").asBoolean())
                        .isTrue());
            }
        }
    }

    @Test
    void requestsAboutUnknownTasksAreRejected() {
        try (McpTestServer server = McpTestServer.create("plans");
                ConsoleApplication application =
                        ConsoleApplication.withConsole().server(server).start()) {
            RawHttp page = RawHttp.likeThePage(application.port());

            assertThat(page.get(API + "tasks/one?id=7").status()).isEqualTo(404);
            assertThat(page.get(API + "tasks/one?id=x").status()).isEqualTo(400);
            assertThat(page.post(API + "tasks/cancel", "{\"id\":7}").status()).isEqualTo(404);
            assertThat(page.post(API + "tasks", "{\"tool\":\"none\"}").status()).isEqualTo(404);
            assertThat(page.post(API + "tasks", "{}").status()).isEqualTo(400);
            assertThat(page.post(API + "tasks/list", "{\"server\":\"none\"}").status())
                    .isEqualTo(404);
        }
    }
}
