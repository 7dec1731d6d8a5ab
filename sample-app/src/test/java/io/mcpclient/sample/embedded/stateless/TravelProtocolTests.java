package io.mcpclient.sample.embedded.stateless;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/** The server travel as strict as the revision wants a server: what it does not take, and with which words. */
@TravelTest
class TravelProtocolTests {

    @LocalServerPort
    private int port;

    private TravelHttp travel;

    @BeforeEach
    void connect() {
        this.travel = new TravelHttp(this.port);
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "DELETE", "PUT"})
    void onlyPostIsAllowed(String method) {
        HttpResponse<String> answer = this.travel.without(method);
        assertThat(answer.statusCode()).isEqualTo(405);
        assertThat(answer.headers().firstValue("Allow")).contains("POST");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{                                                          | -32700",
                "''                                                         | -32700",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"id\":2}                    | -32700",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"x\"} x          | -32700",
                "[]                                                         | -32600",
                "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}] | -32600",
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\"}| -32600",
                "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"tools/list\"}| -32600",
                "{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"tools/list\"} | -32600",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}               | -32600",
                "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"tools/list\"}   | -32600",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"x\",\"params\":[]}| -32600"
            })
    void aBodyThatIsNotASingleRequestIsRejected(String body, int code) {
        assertError(this.travel.post(body), 400, code);
    }

    // a server of only this revision names it to clients of other revisions
    @Test
    void anInitializeRequestIsRejectedWithTheSupportedRevision() {
        String initialize = "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"initialize\","
                + "\"params\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{}}}";
        JsonNode error = assertError(this.travel.post(initialize), 400, -32022);
        assertThat(error.at("/data/supported").toString()).isEqualTo("[\"2026-07-28\"]");
        assertThat(error.at("/data/requested").asString()).isEqualTo("2025-11-25");
        assertThat(error.path("message").asString()).contains("2026-07-28");

        JsonNode other = assertError(
                this.travel.post(
                        "{\"jsonrpc\":\"2.0\",\"id\":8,\"method\":\"tools/list\"}",
                        "MCP-Protocol-Version",
                        "2025-11-25"),
                400,
                -32022);
        assertThat(other.at("/data/requested").asString()).isEqualTo("2025-11-25");
    }

    @ParameterizedTest
    @CsvSource({
        "          ,           , -32020",
        "          , 2026-07-28, -32020",
        "2026-07-28,           , -32602",
        "2026-07-28, 2025-11-25, -32020",
        "2025-11-25, 2026-07-28, -32020",
        "2030-01-01, 2030-01-01, -32022",
        "2030-01-01,           , -32022",
    })
    void versionsInHeaderAndBodyMustBeSupportedAndEqual(String header, String meta, int code) {
        HttpResponse<String> answer = this.travel
                .call("tools/list")
                .header("MCP-Protocol-Version", header)
                .meta(Revision.PROTOCOL_VERSION, meta)
                .send();
        assertError(answer, 400, code);
    }

    @Test
    void everyRequestMustDeclareClientCapabilities() {
        assertError(this.travel.call("tools/list").capabilities(null).send(), 400, -32602);
        assertError(
                this.travel
                        .call("tools/list")
                        .meta(Revision.CLIENT_INFO, Map.of("name", "x"))
                        .send(),
                400,
                -32602);
        assertError(this.travel.call("tools/list").meta("progressToken", 1.5).send(), 400, -32602);
        assertError(
                this.travel.call("tools/list").meta(Revision.LOG_LEVEL, "loud").send(), 400, -32602);
    }

    @ParameterizedTest
    @CsvSource({"Mcp-Method,", "Mcp-Method, tools/call", "Mcp-Method, Prompts/Get", "Mcp-Name,", "Mcp-Name, other"})
    void headersThatContradictTheBodyAreRejected(String header, String value) {
        HttpResponse<String> answer = this.travel
                .call("prompts/get", "name", "itinerary", "arguments", Map.of("region", "north"))
                .header(header, value)
                .send();
        assertError(answer, 400, -32020);
    }

    @Test
    void aNameMayBeEncoded() {
        String name = encoded("itinerary");
        TravelHttp.Call call =
                this.travel.call("prompts/get", "name", "itinerary", "arguments", Map.of("region", "north"));
        assertThat(call.header("Mcp-Name", name).result().path("messages")).hasSize(1);
        assertError(call.header("Mcp-Name", "=?base64?%?=").send(), 400, -32020);
        assertError(call.header("Mcp-Name", "=?base64?/w==?=").send(), 400, -32020);
    }

    @ParameterizedTest
    @CsvSource({
        "fjords, 3, true",
        "=?base64?ZmpvcmRz?=, 3.0, true",
    })
    void argumentsAreRepeatedInHeaders(String region, String days, String train) {
        JsonNode result = search(region, days, train).result();
        assertThat(result.at("/structuredContent/trips")).hasSize(1);
        assertThat(result.at("/structuredContent/trips/0/id").asString()).isEqualTo("flam");
    }

    @ParameterizedTest
    @CsvSource({
        "north, 3, true",
        "FJORDS, 3, true",
        ", 3, true",
        "fjords, 4, true",
        "fjords, three, true",
        "fjords, , true",
        "fjords, 3, TRUE",
        "fjords, 3, false",
        "fjords, 3,",
    })
    void argumentsThatAreNotMirroredInHeadersAreRejected(String region, String days, String train) {
        assertError(search(region, days, train).send(), 400, -32020);
    }

    private TravelHttp.Call search(String region, String days, String train) {
        return this.travel
                .tool("search_trips", Json.object("region", "fjords", "days", 3, "by_train", true))
                .header("Mcp-Param-Region", region)
                .header("Mcp-Param-Days", days)
                .header("Mcp-Param-By-Train", train);
    }

    @Test
    void absentArgumentsHaveNoHeader() {
        TravelHttp.Call call = this.travel
                .tool("search_trips", Json.object("region", "north", "days", null))
                .header("Mcp-Param-Region", "north");
        assertThat(call.result().path("isError").asBoolean())
                .as("null is no integer")
                .isTrue();
        assertError(call.header("Mcp-Param-Days", "3").send(), 400, -32020);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "application/json", "text/event-stream", "*/*", "nonsense"})
    void acceptHeaderMustAllowJsonAndEventStream(String accept) {
        HttpResponse<String> answer = this.travel
                .call("tools/list")
                .header("Accept", accept.isEmpty() ? null : accept)
                .send();
        assertError(answer, 406, -32600);
    }

    @Test
    void onlyJsonIsAccepted() {
        assertError(
                this.travel
                        .call("tools/list")
                        .header("Content-Type", "text/plain")
                        .send(),
                415,
                -32600);
        assertError(this.travel.post("[\"" + "x".repeat(1024 * 1024) + "\"]"), 413, -32600);
    }

    @ParameterizedTest
    @ValueSource(strings = {"initialize", "ping", "resources/subscribe", "logging/setLevel", "tasks/list", "x"})
    void anUnknownMethodIsNotFound(String method) {
        JsonNode error = assertError(this.travel.call(method).send(), 404, -32601);
        assertThat(error.path("message").asString()).contains(Revision.NAME);
    }

    @Test
    void anUnknownToolIsAProtocolError() {
        assertError(this.travel.tool("nothing", Map.of()).send(), 200, -32602);
    }

    @Test
    void thereAreNoSessions() {
        HttpResponse<String> answer = this.travel
                .call("tools/list")
                .header("Mcp-Session-Id", "abc")
                .header("Last-Event-ID", "1")
                .send();
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Mcp-Session-Id")).isEmpty();
    }

    // I28
    @Test
    void aCrossOriginRequestIsRejected() {
        HttpResponse<String> answer = this.travel
                .call("tools/list")
                .header("Origin", "https://evil.example")
                .send();
        assertThat(answer.statusCode()).isEqualTo(403);
    }

    private static String encoded(String text) {
        return "=?base64?" + Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)) + "?=";
    }

    private static JsonNode assertError(HttpResponse<String> answer, int status, int code) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
        JsonNode error = TravelHttp.body(answer).path("error");
        assertThat(error.path("code").asInt()).as(answer.body()).isEqualTo(code);
        return error;
    }
}
