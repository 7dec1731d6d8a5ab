package io.mcpclient.test;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;

import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import io.mcpclient.McpClient;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.ElicitResult;
import io.mcpclient.schema.FormField;
import io.mcpclient.schema.McpMetaKeys;
import io.mcpclient.schema.RequestedSchema;
import io.mcpclient.status.McpEra;

import static io.mcpclient.test.McpAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A test server over HTTP as it looks on the wire: at its own port, and as a servlet of Tomcat. */
@Timeout(60)
class McpTestServerHttpTests {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private static final String VERSION = "2026-07-28";

    private static final RequestedSchema FORM = RequestedSchema.of(Map.of("value", FormField.text()), "value");

    private static final Map<String, Object> EVERYTHING = Map.of("elicitation", Map.of());

    private final McpTestServer server = McpTestServer.create("weather").eras(McpEra.MODERN);

    private final HttpClient http = HttpClient.newHttpClient();

    /** Referred to, so that its level remains. */
    private static final Logger LOGGER_OF_TOMCAT = Logger.getLogger("org.apache");

    @TempDir
    private Path directory;

    private Tomcat tomcat;

    /** Where the server listens. */
    enum Place {
        OWN_PORT,
        SERVLET
    }

    @BeforeEach
    void definePing() {
        this.server.tool("ping").returns("pong");
    }

    @AfterEach
    void stop() throws LifecycleException {
        this.server.close();
        if (this.tomcat != null) {
            this.tomcat.stop();
            this.tomcat.destroy();
        }
    }

    private String url(Place place) throws LifecycleException {
        if (place == Place.OWN_PORT) {
            return this.server.url();
        }
        if (this.tomcat == null) {
            startTomcat();
        }
        return "http://localhost:" + this.tomcat.getConnector().getLocalPort() + "/servers/weather/mcp";
    }

    private void startTomcat() throws LifecycleException {
        LOGGER_OF_TOMCAT.setLevel(Level.SEVERE);
        this.tomcat = new Tomcat();
        this.tomcat.setBaseDir(this.directory.toString());
        this.tomcat.setPort(0);
        Context context = this.tomcat.addContext("", null);
        Tomcat.addServlet(context, "weather", new McpTestServlet(this.server, 1_000))
                .setAsyncSupported(true);
        context.addServletMappingDecoded("/servers/weather/mcp", "weather");
        this.tomcat.start();
    }

    /** A request that is valid until something is changed. */
    private final class Call {

        private final Map<String, String> headers = new LinkedHashMap<>();

        private final Map<String, Object> meta = new LinkedHashMap<>();

        private final Map<String, Object> params = new LinkedHashMap<>();

        private final String method;

        Call(String method, Map<String, Object> params) {
            this.method = method;
            this.params.putAll(params);
            header("Content-Type", "application/json").header("Accept", "application/json, text/event-stream");
            header("MCP-Protocol-Version", VERSION).header("Mcp-Method", method);
            if (params.get("name") instanceof String name) {
                header("Mcp-Name", name);
            }
            this.meta.put(McpMetaKeys.PROTOCOL_VERSION, VERSION);
            this.meta.put(McpMetaKeys.CLIENT_CAPABILITIES, EVERYTHING);
        }

        Call header(String name, String value) {
            this.headers.put(name, value);
            return this;
        }

        Call param(String name, Object value) {
            this.params.put(name, value);
            return this;
        }

        HttpRequest request(String url) {
            this.params.put("_meta", this.meta);
            String body = Json.text(Map.of("jsonrpc", "2.0", "id", 1, "method", this.method, "params", this.params));
            HttpRequest.Builder request =
                    HttpRequest.newBuilder(URI.create(url)).timeout(LIMIT).POST(BodyPublishers.ofString(body));
            this.headers.forEach((name, value) -> {
                if (value != null) {
                    request.setHeader(name, value);
                }
            });
            return request.build();
        }

        HttpResponse<String> send(Place place) throws Exception {
            return McpTestServerHttpTests.this.http.send(request(url(place)), BodyHandlers.ofString());
        }

        Map<String, Object> result(Place place) throws Exception {
            return Json.member(json(send(place)), "result");
        }
    }

    private Call tool(String name, Map<String, Object> arguments) {
        return new Call("tools/call", Map.of("name", name, "arguments", arguments));
    }

    private static Map<String, Object> json(HttpResponse<String> response) {
        return Json.object(Json.CODEC.fromJson(response.body(), Map.class));
    }

    private static Object code(HttpResponse<String> response) {
        return Json.member(json(response), "error").get("code");
    }

    @ParameterizedTest
    @EnumSource
    void bothErasAreServedAtEachPlace(Place place) throws LifecycleException {
        for (McpEra era : McpEra.values()) {
            this.server.eras(era);
            this.server
                    .tool("asks")
                    .asks("Where?", FORM)
                    .answers(call -> CallToolResult.text(
                            String.valueOf(call.answer().content().get("value"))));
            try (McpClient client = McpClient.builder("weather")
                    .url(url(place))
                    .elicitation((form, context) -> ElicitResult.accept(Map.of("value", "Oslo")))
                    .build()) {
                assertThat(client.callTool("asks", Map.of())).hasText("Oslo");
                assertThat(client.status().server().era()).isEqualTo(era);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "OWN_PORT, MCP-Protocol-Version,           , 400, -32020",
        "SERVLET , MCP-Protocol-Version, 2030-01-01, 400, -32020",
        "OWN_PORT, Mcp-Method          ,           , 400, -32020",
        "OWN_PORT, Mcp-Method          , Tools/Call, 400, -32020",
        "SERVLET , Mcp-Name            , other     , 400, -32020",
        "OWN_PORT, Mcp-Name            , =?base64?%?=, 400, -32020",
        "OWN_PORT, Accept              , */*       , 406, -32600",
        "SERVLET , Accept              ,           , 406, -32600",
        "OWN_PORT, Content-Type        , text/plain, 415, -32600",
    })
    void headersAreChecked(Place place, String header, String value, int status, int code) throws Exception {
        HttpResponse<String> response =
                tool("ping", Map.of()).header(header, value).send(place);
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(code(response)).isEqualTo(code);
    }

    @ParameterizedTest
    @EnumSource
    void argumentsAreComparedWithTheirHeaders(Place place) throws Exception {
        Map<String, Object> days = Map.of("type", "integer", "x-mcp-header", "Days");
        this.server
                .tool("forecast")
                .inputSchema(Map.of("type", "object", "properties", Map.of("days", days)))
                .returns("sunny");
        Call call = tool("forecast", Map.of("days", 3));
        assertThat(code(call.send(place))).isEqualTo(-32020);
        assertThat(code(call.header("Mcp-Param-Days", "4").send(place))).isEqualTo(-32020);
        assertThat(call.header("Mcp-Param-Days", "3.0").result(place)).containsKey("content");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{                                                 | -32700",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"id\":2}           | -32700",
                "[]                                                | -32600",
                "{\"jsonrpc\":\"2.0\",\"method\":\"x\"}            | -32600",
                "{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"x\"} | -32600",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}      | -32600",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\"} | -32022",
            })
    void bodyThatIsNoRequestIsRejected(String body, int code) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(this.server.url()))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body))
                .build();
        HttpResponse<String> response = this.http.send(request, BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(code(response)).isEqualTo(code);
    }

    @Test
    void largeBodyOfAServletIsRejected() throws Exception {
        HttpResponse<String> response =
                tool("ping", Map.of("text", "x".repeat(1_000))).send(Place.SERVLET);
        assertThat(response.statusCode()).isEqualTo(413);
    }

    @ParameterizedTest
    @EnumSource
    void otherMethodsAreNotAllowed(Place place) throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(url(place))).DELETE().build();
        HttpResponse<String> response = this.http.send(request, BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(405);
        assertThat(response.headers().firstValue("Allow")).contains("POST");
        assertThat(new Call("ping", Map.of()).send(place).statusCode()).isEqualTo(404);
    }

    @ParameterizedTest
    @EnumSource
    void roundMayBeRepeatedButNotForAnotherCall(Place place) throws Exception {
        this.server.tool("asks").answersLater(call -> {
            ElicitResult answer = call.answer("where", ElicitResult.class);
            return (answer == null) ? call.asks("where", "Where?", FORM) : Mono.just(CallToolResult.text(call.id()));
        });
        Map<String, Object> first = tool("asks", Map.of("a", 1)).result(place);
        Object state = first.get("requestState");
        Map<String, Object> answers = Map.of("where", Map.of("action", "decline"));

        Map<String, Object> second = again(state, Map.of("a", 1), answers).result(place);
        assertThat(again(state, Map.of("a", 1), answers).result(place)).isEqualTo(second);
        assertThat(again(state, Map.of("a", 1), Map.of()).result(place)).containsKey("inputRequests");
        assertThat(code(again(state, Map.of("a", 2), answers).send(place))).isEqualTo(-32602);
        assertThat(code(again("x", Map.of("a", 1), answers).send(place))).isEqualTo(-32602);
    }

    private Call again(Object state, Map<String, Object> arguments, Map<String, Object> answers) {
        return tool("asks", arguments).param("requestState", state).param("inputResponses", answers);
    }

    @ParameterizedTest
    @EnumSource
    void disconnectOfTheClientCancelsItsCall(Place place) throws Exception {
        AtomicInteger cancelled = new AtomicInteger();
        this.server.tool("endless").answersLater(call -> Flux.interval(Duration.ofMillis(20))
                .doOnNext(beat -> call.report(beat, 1_000, null))
                .doOnCancel(cancelled::incrementAndGet)
                .then(Mono.never()));
        HttpResponse<InputStream> response =
                this.http.send(tool("endless", Map.of()).request(url(place)), BodyHandlers.ofInputStream());
        assertThat(response.headers().firstValue("Content-Type")).contains("text/event-stream");
        assertThat(response.body().read()).isEqualTo(':');
        response.body().close();
        await().atMost(LIMIT).untilAsserted(() -> assertThat(cancelled).hasValue(1));
    }

    @ParameterizedTest
    @EnumSource
    void subscriptionsEndWithAResultAndAreRefusedUntilTheServerAccepts(Place place) throws Exception {
        Call listen = new Call("subscriptions/listen", Map.of("notifications", Map.of("resourcesListChanged", true)));
        HttpResponse<InputStream> response = this.http.send(listen.request(url(place)), BodyHandlers.ofInputStream());
        try (BufferedReader events =
                new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
            assertThat(next(events)).containsEntry("method", "notifications/subscriptions/acknowledged");
            this.server.resourcesChanged();
            assertThat(next(events)).containsEntry("method", "notifications/resources/list_changed");
            this.server.endSubscriptions();
            assertThat(Json.member(next(events), "result")).containsEntry("resultType", "complete");
            assertThat(events.lines().filter(line -> line.startsWith("data:"))).isEmpty();
        }
        assertThat(listen.send(place).statusCode()).isEqualTo(503);
        this.server.accept();
        HttpResponse<InputStream> again = this.http.send(listen.request(url(place)), BodyHandlers.ofInputStream());
        assertThat(again.statusCode()).isEqualTo(200);
        again.body().close();
    }

    private static Map<String, Object> next(BufferedReader events) throws IOException {
        String line = events.readLine();
        while (!line.startsWith("data:")) {
            line = events.readLine();
        }
        return Json.object(Json.CODEC.fromJson(line.substring(5), Map.class));
    }

    @Test
    void resourcesOfAFunctionCanBeFollowed() throws Exception {
        this.server.on("resources/read", request -> {
            if (!request.text("uri").equals("file:///known")) {
                throw new McpTestError(-32602, "Resource not found");
            }
            return Map.of("contents", List.of());
        });
        Call listen = new Call(
                "subscriptions/listen",
                Map.of("notifications", Map.of("resourceSubscriptions", List.of("file:///known", "file:///unknown"))));
        HttpResponse<InputStream> response =
                this.http.send(listen.request(this.server.url()), BodyHandlers.ofInputStream());
        try (BufferedReader events =
                new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
            Map<String, Object> agreed = Json.member(Json.member(next(events), "params"), "notifications");
            assertThat(agreed).containsEntry("resourceSubscriptions", List.of("file:///known"));
            this.server.resourceChanged("file:///unknown").resourceChanged("file:///known");
            assertThat(Json.member(next(events), "params")).containsEntry("uri", "file:///known");
        }
    }

    @Test
    void servletOfServerThatRefusesOrIsClosedIsUnavailable() throws Exception {
        assertThat(tool("ping", Map.of()).send(Place.SERVLET).statusCode()).isEqualTo(200);
        this.server.refuse();
        assertThat(tool("ping", Map.of()).send(Place.SERVLET).statusCode()).isEqualTo(503);
        this.server.accept();
        assertThat(tool("ping", Map.of()).send(Place.SERVLET).statusCode()).isEqualTo(200);
        this.server.close();
        assertThat(tool("ping", Map.of()).send(Place.SERVLET).statusCode()).isEqualTo(503);
    }
}
