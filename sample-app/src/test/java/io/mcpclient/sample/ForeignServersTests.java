package io.mcpclient.sample;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import tools.jackson.databind.JsonNode;

import io.mcpclient.testkit.RefusedPort;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;

/** Only servers given from outside, well-behaved and other ones. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@ActiveProfiles("bare")
@DirtiesContext
class ForeignServersTests {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private static final String ODD_RESULT = """
            {"content":[{"type":"text","text":"x","_meta":{"k":null}},{"type":"hologram","beam":[1]}],\
            "structuredContent":null,"_meta":{"a/b":1},"futureMember":true}""";

    private static final ScriptedLegacyServer SERVER = ScriptedHttpServer.legacy();

    private static final ScriptedLegacyServer MORTAL = ScriptedHttpServer.legacy();

    private static final RefusedPort NOBODY = new RefusedPort();

    @LocalServerPort
    private int port;

    private Http http;

    @DynamicPropertySource
    static void servers(DynamicPropertyRegistry properties) {
        SERVER.withoutVerification();
        MORTAL.withoutVerification();
        SERVER.tools(
                tool("odd-result"),
                tool("fails"),
                tool("forbidden"),
                tool("breaks"),
                tool("resets"),
                tool("hangs"),
                tool("päth/with odd;name%"));
        MORTAL.tools(tool("mortal"));
        reply("odd-result", Reply.result(ODD_RESULT));
        reply("fails", Reply.error(-32602, "no \\u001b[31msuch\\nthing"));
        reply("forbidden", Reply.status(403, "text/plain", "no"));
        reply("breaks", Reply.result("{\"content\":7}"));
        reply("resets", Reply.reset());
        reply("hangs", Reply.neverAnswer());
        properties.add("mcp.servers.scripted.url", SERVER::url);
        properties.add("mcp.servers.scripted.request-timeout", () -> "2s");
        properties.add("mcp.servers.mortal.url", MORTAL::url);
        properties.add("mcp.servers.mortal.reconnect.initial-interval", () -> "100ms");
        properties.add("mcp.servers.nobody.url", NOBODY::url);
    }

    private static String tool(String name) {
        return "{\"name\":\"" + name + "\",\"inputSchema\":{\"type\":\"object\"}}";
    }

    private static void reply(String tool, Reply reply) {
        SERVER.on("tools/call")
                .where(request -> request.json().at("/params/name").asString("").equals(tool))
                .optionally()
                .reply(reply);
    }

    @AfterAll
    static void close() {
        SERVER.close();
        MORTAL.close();
        NOBODY.close();
    }

    @BeforeEach
    void awaitTools() {
        this.http = new Http(this.port);
        Awaitility.await().atMost(LIMIT).untilAsserted(() -> assertThat(
                        tools().filter(tool -> tool.get("server").asString().equals("scripted")))
                .hasSize(7));
    }

    @Test
    void thereAreNoEmbeddedServers() {
        assertThat(elements("/api/servers").map(server -> server.get("name").asString()))
                .containsExactly("mortal", "nobody", "scripted");
        assertThat(this.http.post("/servers/everyday/mcp", "{}").statusCode()).isEqualTo(404);
    }

    @Test
    void resultsAreWrittenAsTheServerSentThem() {
        HttpResponse<String> answer = this.http.call("odd-result", "{}");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(Http.json(answer)).isEqualTo(Http.json(ODD_RESULT));
    }

    @ParameterizedTest
    @CsvSource({
        "fails,     502, Bad Gateway,         McpRequestException,       ANSWERED",
        "breaks,    502, Bad Gateway,         McpProtocolException,      ANSWERED",
        "resets,    503, Service Unavailable, McpConnectionException,    UNKNOWN",
        "hangs,     504, Gateway Timeout,     McpTimeoutException,       UNKNOWN",
    })
    void errorsHaveTheirStatus(String tool, int status, String title, String error, String outcome) {
        EmbeddedServersTests.assertProblem(this.http.call(tool, "{}"), status, title, "scripted", error, outcome);
    }

    @Test
    void anAuthorizationErrorIsReportedAsBadGateway() {
        HttpResponse<String> answer = this.http.call("forbidden", "{}");
        assertThat(answer.statusCode()).isEqualTo(502);
        assertThat(Http.json(answer).get("error").asString()).isEqualTo("McpAuthorizationException");
    }

    // I06, I07, I29
    @Test
    void serverTextIsEscapedOnOneLine() {
        String detail = Http.json(this.http.call("fails", "{}")).get("detail").asString();
        assertThat(detail).startsWith("MCP server \"scripted\": tools/call: ").doesNotContain("\u001b", "\n");
    }

    @Test
    void toolsWithNonStandardNamesCanBeCalled() {
        JsonNode odd = tools().filter(
                        tool -> tool.get("originalName").asString().equals("päth/with odd;name%"))
                .findFirst()
                .orElseThrow();
        HttpResponse<String> answer = this.http.call(odd.get("name").asString(), "{\"n\": 12345678901234567890.10}");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(SERVER.requests("tools/call")).as("the digits as they came").anyMatch(request -> request.body()
                .contains("12345678901234567890.10"));
    }

    @Test
    void anUnreachableServerReportsTheReason() {
        JsonNode nobody = server("nobody");
        assertThat(nobody.get("state").asString()).isNotEqualTo("CONNECTED");
        assertThat(nobody.get("era").isNull()).isTrue();
        assertThat(nobody.get("protocolVersion").isNull()).isTrue();
        assertThat(nobody.get("serverInfo").isNull()).isTrue();
        assertThat(nobody.get("tools").asInt()).isZero();
        Awaitility.await().atMost(LIMIT).untilAsserted(() -> assertThat(
                        server("nobody").get("lastError").asString(""))
                .startsWith("MCP server \"nobody\": "));
    }

    @Test
    void toolsOfAServerThatBecomesUnavailableStayListedAndAreUnavailable() {
        Awaitility.await().atMost(LIMIT).untilAsserted(() -> assertThat(
                        server("mortal").get("tools").asInt())
                .isEqualTo(1));
        assertThat(this.http.call("mortal", "{}").statusCode()).isEqualTo(200);

        MORTAL.close();

        HttpResponse<String> first = this.http.call("mortal", "{}");
        assertThat(first.statusCode()).as(first.body()).isEqualTo(503);
        Awaitility.await().atMost(LIMIT).untilAsserted(() -> assertThat(
                        server("mortal").get("lastError").isNull())
                .isFalse());
        Awaitility.await().atMost(LIMIT).untilAsserted(() -> assertThat(
                        tools().filter(tool -> tool.get("server").asString().equals("mortal")))
                .hasSize(1)
                .allMatch(tool -> !tool.get("available").asBoolean()));
        HttpResponse<String> later = this.http.call("mortal", "{}");
        assertThat(later.statusCode()).as(later.body()).isEqualTo(503);
        assertThat(Http.json(later).get("server").asString()).isEqualTo("mortal");
        assertThat(server("mortal").get("serverInfo").isNull()).as("last known").isFalse();
    }

    private JsonNode server(String name) {
        return elements("/api/servers")
                .filter(server -> server.get("name").asString().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private Stream<JsonNode> tools() {
        return elements("/api/tools");
    }

    private Stream<JsonNode> elements(String path) {
        return StreamSupport.stream(this.http.getJson(path).spliterator(), false);
    }
}
