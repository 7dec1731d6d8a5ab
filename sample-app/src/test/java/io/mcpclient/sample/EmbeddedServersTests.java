package io.mcpclient.sample;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.annotation.DirtiesContext;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/** The application as it comes: its own servers, reached over HTTP through the clients. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@DirtiesContext
class EmbeddedServersTests {

    @LocalServerPort
    private int port;

    private Http http;

    @BeforeEach
    void awaitServers() {
        this.http = new Http(this.port);
        Awaitility.await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> assertThat(
                        this.http.getJson("/api/servers").findValuesAsString("tools"))
                .containsExactly("2", "9", "5", "6"));
    }

    @Test
    void serversAreListedWithTheirDetails() {
        JsonNode everyday = this.http.getJson("/api/servers").get(1);
        assertThat(everyday.propertyNames())
                .containsExactly("name", "state", "era", "protocolVersion", "serverInfo", "tools", "lastError");
        assertThat(everyday.get("name").asString()).isEqualTo("everyday");
        assertThat(everyday.get("state").asString()).isEqualTo("CONNECTED");
        assertThat(everyday.get("era").asString()).isEqualTo("legacy");
        assertThat(everyday.get("protocolVersion").asString()).isEqualTo("2025-11-25");
        assertThat(everyday.at("/serverInfo/name").asString()).isEqualTo("everyday");
        assertThat(everyday.at("/serverInfo").propertyNames()).containsExactlyInAnyOrder("name", "version", "title");
        assertThat(everyday.get("tools").isInt()).isTrue();
        assertThat(everyday.get("lastError").isNull()).isTrue();
    }

    @Test
    void serversOfBothErasAreListed() {
        JsonNode servers = this.http.getJson("/api/servers");
        assertThat(servers.findValuesAsString("era")).containsExactly("legacy", "legacy", "legacy", "modern");
        assertThat(servers.findValuesAsString("protocolVersion"))
                .containsExactly("2025-11-25", "2025-11-25", "2025-11-25", "2026-07-28");
        assertThat(servers.get(3).at("/serverInfo/title").asString()).isEqualTo("Travel agency");
    }

    @Test
    void toolsOfAllServersAreListed() {
        JsonNode tools = this.http.getJson("/api/tools");
        assertThat(tools.findValuesAsString("originalName"))
                .containsExactly(
                        "count_words",
                        "leave_desk",
                        "current_time",
                        "add_numbers",
                        "echo",
                        "count_slowly",
                        "draw_shape",
                        "roll_dice",
                        "order_lunch",
                        "visit_page",
                        "ask_model",
                        "add_note",
                        "list_notes",
                        "search_notes",
                        "delete_note",
                        "print_notes",
                        "search_trips",
                        "compare_prices",
                        "book_trip",
                        "cancel_booking",
                        "write_postcard",
                        "plan_tour");
        JsonNode add = tools.get(3);
        assertThat(add.propertyNames())
                .containsExactly(
                        "name",
                        "server",
                        "originalName",
                        "title",
                        "description",
                        "inputSchema",
                        "annotations",
                        "available");
        assertThat(add.get("server").asString()).isEqualTo("everyday");
        assertThat(add.get("title").asString()).isEqualTo("Add numbers");
        assertThat(add.get("available").asBoolean()).isTrue();
        assertThat(add.get("inputSchema").propertyNames())
                .as("in the order of the server")
                .containsExactly("type", "properties", "required", "additionalProperties");
    }

    @Test
    void aCallReturnsStructuredContent() {
        HttpResponse<String> answer = this.http.call("add_numbers", "{\"a\": 1.5, \"b\": 2}");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(Http.json(answer).at("/structuredContent/sum").asDouble()).isEqualTo(3.5);
        assertThat(Http.json(answer).at("/content/0/type").asString()).isEqualTo("text");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  \r\n", "{}"})
    void aCallWithoutArgumentsNeedsNoBody(String body) {
        HttpResponse<String> answer = this.http.call("roll_dice", body.isEmpty() ? null : body);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(Http.json(answer).at("/structuredContent/rolls")).hasSize(2);
    }

    @Test
    void textIsTransferredUnchanged() {
        String text = "Blåbærsyltetøy \uD83D\uDE80 \u202E";
        HttpResponse<String> answer = this.http.call("echo", "{\"message\":\"" + text + "\"}");
        assertThat(Http.json(answer).at("/content/0/text").asString()).isEqualTo(text);
    }

    @Test
    void aToolErrorIsReturnedAsAnOrdinaryResult() {
        HttpResponse<String> answer = this.http.call("print_notes", "{}");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(Http.json(answer).get("isError").asBoolean()).isTrue();
    }

    @Test
    void argumentsRejectedByTheServerAreReturnedAsAnOrdinaryResult() {
        HttpResponse<String> answer = this.http.call("add_numbers", "{\"a\": \"x\"}");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(Http.json(answer).get("isError").asBoolean()).isTrue();
    }

    @Test
    void aSlowToolIsWaitedFor() {
        HttpResponse<String> answer = this.http.call("count_slowly", "{\"seconds\": 1}");
        assertThat(Http.json(answer).at("/content/0/text").asString()).isEqualTo("Counted for 1 seconds.");
    }

    @Test
    void notesAreAddedFoundAndDeleted() {
        JsonNode added = Http.json(this.http.call("add_note", "{\"title\":\"Tea\",\"tags\":[\"shopping\"]}"));
        int id = added.at("/structuredContent/id").asInt();

        JsonNode found = Http.json(this.http.call("search_notes", "{\"words\":\"SHOPPING\"}"));
        assertThat(found.at("/structuredContent/notes/0/id").asInt()).isEqualTo(id);
        JsonNode newest = Http.json(this.http.call("list_notes", "{\"limit\":1}"));
        assertThat(newest.at("/structuredContent/notes")).hasSize(1);
        assertThat(newest.at("/structuredContent/notes/0/title").asString()).isEqualTo("Tea");

        JsonNode deleted = Http.json(this.http.call("delete_note", "{\"id\":" + id + "}"));
        assertThat(deleted.path("isError").asBoolean(false)).isFalse();
        JsonNode again = Http.json(this.http.call("delete_note", "{\"id\":" + id + "}"));
        assertThat(again.get("isError").asBoolean()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"nope", "a%2Fb", "a/b", "a%3Bb", "a%20b%25", "%E2%9C%93", "echo%20", "..."})
    void anUnknownToolIsNotFound(String tool) {
        HttpResponse<String> answer = this.http.call(tool, "{}");
        assertProblem(answer, 404, "Not Found", null, "McpRejectedException", "NOT_SENT");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[1]", "\"text\"", "1", "true", "null", "{", "{\"a\":1} x", "{\"a\":1,\"a\":2}", "a=1"})
    void argumentsThatAreNotAnObjectAreRejected(String body) {
        HttpResponse<String> answer = this.http.call("echo", body);
        assertProblem(answer, 400, "Bad Request", null, "InvalidArgumentsException", "NOT_SENT");
    }

    @ParameterizedTest
    @CsvSource({
        "application/json, 200",
        "application/json;charset=UTF-8, 200",
        "application/vnd.acme+json, 200",
        "text/plain, 400",
        "application/x-www-form-urlencoded, 400",
        "multipart/form-data, 400",
        "nonsense, 400"
    })
    void onlyJsonContentTypesAreAccepted(String contentType, int status) {
        HttpResponse<String> answer =
                this.http.post("/api/tools/echo", "{\"message\":\"hi\"}", "Content-Type", contentType);
        assertThat(answer.statusCode()).isEqualTo(status);
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://evil.example", "null", "http://127.0.0.1:1"})
    void aCrossOriginRequestIsRejected(String origin) {
        HttpResponse<String> answer = this.http.post("/api/tools/list_notes", "{}", "Origin", origin);
        assertProblem(answer, 403, "Forbidden", null, "ForeignRequest", "NOT_SENT");
    }

    @Test
    void aSameOriginRequestIsAccepted() {
        String origin = "http://127.0.0.1:" + this.port;
        assertThat(this.http
                        .post("/api/tools/list_notes", "{}", "Origin", origin)
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void healthHasAComponentPerServer() {
        JsonNode health = this.http.getJson("/actuator/health");
        assertThat(health.at("/components/mcp/components/everyday/status").asString())
                .isEqualTo("UP");
        assertThat(health.at("/components/mcp/components/notes/status").asString())
                .isEqualTo("UP");
        assertThat(health.at("/components/mcp/components/desk/status").asString())
                .isEqualTo("UP");
        assertThat(health.at("/components/mcp/components/travel/status").asString())
                .isEqualTo("UP");
    }

    @ParameterizedTest
    @ValueSource(strings = {"mcp", "metrics", "prometheus", "info"})
    void actuatorEndpointsAreExposed(String endpoint) {
        assertThat(this.http.get("/actuator/" + endpoint).statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"env", "configprops", "beans", "heapdump"})
    void sensitiveActuatorEndpointsAreNotExposed(String endpoint) {
        assertThat(this.http.get("/actuator/" + endpoint).statusCode()).isEqualTo(404);
    }

    @Test
    void theConsoleIsOnePageWithoutExternalOrInlineScripts() {
        HttpResponse<String> page = this.http.get("/");
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
                .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
                .doesNotContain("unsafe");
        assertThat(page.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
        assertThat(page.body())
                .contains("<script src=\"console.js\" defer></script>")
                .doesNotContain("://", "style=", "<style", "onclick");
        for (String part : List.of("/console.js", "/console.css", "/favicon.svg")) {
            assertThat(this.http.get(part).statusCode()).as(part).isEqualTo(200);
        }
        assertThat(this.http.get("/console.js").body())
                .doesNotContain("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "://");
    }

    static void assertProblem(
            HttpResponse<String> answer, int status, String title, String server, String error, String outcome) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Content-Type").orElseThrow()).startsWith("application/problem+json");
        JsonNode problem = Http.json(answer);
        assertThat(problem.propertyNames())
                .containsExactly("type", "title", "status", "detail", "server", "error", "outcome");
        assertThat(problem.get("type").asString()).isEqualTo("about:blank");
        assertThat(problem.get("title").asString()).isEqualTo(title);
        assertThat(problem.get("status").asInt()).isEqualTo(status);
        assertThat(problem.get("detail").asString()).isNotBlank();
        assertThat(problem.get("server").isNull() ? null : problem.get("server").asString())
                .isEqualTo(server);
        assertThat(problem.get("error").asString()).isEqualTo(error);
        assertThat(problem.get("outcome").asString()).isEqualTo(outcome);
    }
}
