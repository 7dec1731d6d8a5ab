package io.mcpclient;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

import ch.qos.logback.classic.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.testkit.CapturedLog;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedModernServer;

import static org.assertj.core.api.Assertions.assertThat;

/** What the stateless revision repeats in headers, as it arrives. */
@Timeout(60)
class McpClientHeaderTests {

    private static final Duration SOON = Duration.ofSeconds(10);

    private static final String PARAM = "Mcp-Param-";

    private static final String ECHO = tool("echo", "'city':{'type':'string','x-mcp-header':'City'}");

    private final ScriptedModernServer server = ScriptedHttpServer.modern();

    private final McpClient client = client(builder -> builder);

    private McpClient client(UnaryOperator<McpClientBuilder> settings) {
        return settings.apply(McpClient.builder("weather")
                        .protocol(protocol -> protocol.withEra(McpProtocol.MODERN))
                        .url(this.server.url())
                        .timeouts(timeouts -> timeouts.withConnect(SOON).withRequest(SOON)))
                .build();
    }

    @AfterEach
    void close() {
        this.client.close();
        this.server.close();
    }

    private static String tool(String name, String properties) {
        return ("{'name':'" + name + "','inputSchema':{'type':'object','properties':{" + properties + "}}}")
                .replace('\'', '"');
    }

    private static Reply mismatch() {
        return Reply.json(
                400,
                "{\"jsonrpc\":\"2.0\",\"id\":$id,\"error\":{\"code\":-32020,\"message\":\"Header mismatch: City\"}}");
    }

    private RecordedRequest last(String method) {
        List<RecordedRequest> requests = this.server.requests(method);
        return requests.get(requests.size() - 1);
    }

    private static Map<String, String> mirrored(RecordedRequest request) {
        Map<String, String> mirrored = new TreeMap<>();
        request.headers().forEach((name, values) -> {
            if (name.regionMatches(true, 0, PARAM, 0, PARAM.length())) {
                assertThat(values).as(name).hasSize(1);
                mirrored.put(name, values.get(0));
            }
        });
        return mirrored;
    }

    // every request

    // HDR-01, HDR-02, HTM-04: on every request, and equal to what the body says
    @Test
    void everyRequestHasVersionMethodAndNameHeaders() {
        this.server.on("com.example/mine").reply(Reply.result("{\"resultType\":\"complete\"}"));
        this.client.listTools();
        this.client.callTool("echo", Map.of());
        this.client.listResources();
        this.client.readResource("test://one");
        this.client.listPrompts();
        this.client.getPrompt("greet", Map.of());
        this.client.raw().request("com.example/mine", Map.of("name", "x"), Map.class, McpCallOptions.defaults());

        assertThat(this.server.requests()).hasSize(8).allSatisfy(request -> {
            assertThat(request.header("Mcp-Method")).isEqualTo(request.rpcMethod());
            assertThat(request.header("MCP-Protocol-Version"))
                    .isEqualTo("2026-07-28")
                    .isEqualTo(request.json()
                            .path("params")
                            .path("_meta")
                            .path("io.modelcontextprotocol/protocolVersion")
                            .asString());
            String about =
                    switch (String.valueOf(request.rpcMethod())) {
                        case "tools/call" -> "echo";
                        case "resources/read" -> "test://one";
                        case "prompts/get" -> "greet";
                        default -> null;
                    };
            assertThat(request.header("Mcp-Name")).isEqualTo(about);
            assertThat(mirrored(request)).isEmpty();
        });
    }

    // HDR-17, TOOL-09: names and addresses exactly as in the body, none is normalised
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "my-hyphenated.tool_1 | my-hyphenated.tool_1",
                "a tool              | a tool",
                "天気                 | =?base64?5aSp5rCX?=",
                "` padded `          | =?base64?IHBhZGRlZCA=?=",
                "`a\r\nX-Evil: 1`    | =?base64?YQ0KWC1FdmlsOiAx?=",
                "=?base64?literal?=  | =?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?="
            })
    void namesAreEncodedWhereTheyAreUnsafe(String name, String header) {
        this.server.on("tools/call").reply(Reply.result("{\"resultType\":\"complete\",\"content\":[]}"));
        this.client.callTool(name, Map.of());
        assertThat(last("tools/call").header("Mcp-Name")).isEqualTo(header);
        assertThat(last("tools/call").header("X-Evil")).isNull();

        this.server.on("prompts/get").reply(Reply.result("{\"resultType\":\"complete\",\"messages\":[]}"));
        this.client.getPrompt(name, Map.of());
        assertThat(last("prompts/get").header("Mcp-Name")).isEqualTo(header);
    }

    // HDR-17
    @ParameterizedTest
    @CsvSource({
        "file:///path/to/file%20name.txt,file:///path/to/file%20name.txt",
        "test://A/../b/%7e?q=1#x,test://A/../b/%7e?q=1#x",
        "test://ä,=?base64?dGVzdDovL8Ok?="
    })
    void urisInHeadersAreNotNormalised(String uri, String header) {
        this.server
                .on("resources/read")
                .reply(Reply.result(
                        "{\"resultType\":\"complete\",\"contents\":[],\"ttlMs\":0,\"cacheScope\":\"private\"}"));
        this.client.readResource(uri);
        assertThat(last("resources/read").header("Mcp-Name")).isEqualTo(header);
    }

    // HDR-04
    @ParameterizedTest
    @EnumSource(ProgrammingModel.class)
    void notificationsHaveAMethodHeader(ProgrammingModel face) {
        this.server.on("notifications/mine").reply(Reply.accepted());
        face.notify(this.client, "notifications/mine");

        assertThat(last("notifications/mine").header("Mcp-Method")).isEqualTo("notifications/mine");
        assertThat(last("notifications/mine").header("MCP-Protocol-Version")).isEqualTo("2026-07-28");
    }

    // HDR-05, HDR-08: headers of an application are added, and never in the place of those of the protocol
    @Test
    void protocolHeadersOverrideCallHeadersInAnyCase() {
        this.server.tools(ECHO);
        McpCallOptions options = McpCallOptions.defaults()
                .withHeader("mcp-protocol-version", "evil")
                .withHeader("MCP-METHOD", "evil")
                .withHeader("mcp-name", "evil")
                .withHeader("mcp-param-city", "evil")
                .withHeader("MCP-Param-Other", "evil")
                .withHeader("X-Mine", "kept");
        this.client.listTools(options);
        assertThat(last("tools/list").header("Mcp-Name")).isNull();
        this.client.callTool("echo", Map.of("city", "Oslo"), options);

        RecordedRequest call = last("tools/call");
        assertThat(call.headers())
                .allSatisfy((name, values) -> assertThat(values).doesNotContain("evil"));
        assertThat(mirrored(call)).containsExactly(Map.entry("Mcp-Param-City", "Oslo"));
        assertThat(call.header("X-Mine")).isEqualTo("kept");
    }

    // HDR-05: nor do those of the configuration, which go along with everything
    @Test
    void protocolHeadersOverrideConfiguredHeaders() {
        try (McpClient configured = client(builder -> builder.http(http -> http.withHeader("mcp-method", "evil")
                .withHeader("mcp-protocol-version", "evil")
                .withHeader("X-Mine", "kept")))) {
            configured.callTool("echo", Map.of());

            assertThat(last("tools/call").headers().get("Mcp-Method")).containsExactly("tools/call");
            assertThat(last("tools/call").headers().get("MCP-Protocol-Version")).containsExactly("2026-07-28");
            assertThat(last("tools/call").header("X-Mine")).isEqualTo("kept");
        }
    }

    // RFC 9110, section 12.5.3: without the header, a response may have any coding
    @Test
    void requestsAskForUncompressedResponsesUnlessConfiguredOtherwise() {
        this.client.callTool("echo", Map.of());
        assertThat(this.server.requests()).isNotEmpty().allSatisfy(request -> assertThat(
                        request.headers().get("Accept-Encoding"))
                .containsExactly("identity"));

        try (McpClient configured =
                client(builder -> builder.http(http -> http.withHeader("accept-encoding", "gzip")))) {
            configured.callTool("echo", Map.of());
            assertThat(last("tools/call").headers().get("Accept-Encoding")).containsExactly("gzip");
        }
    }

    // arguments

    // HDR-06, HDR-12, HDR-13, HDR-15, HDR-16, HDR-18, HDR-23: an empty value reaches the server, too
    @Test
    void annotatedArgumentsAreSentAsHeaders() {
        List<String> texts =
                List.of("Plain", "Empty", "Method", "Padded", "Foreign", "Lines", "Tab", "Inner", "Marked");
        String properties = String.join(
                ",",
                texts.stream()
                        .map(name -> "'" + name + "':{'type':'string','x-mcp-header':'" + name + "'}")
                        .toList());
        this.server.tools(tool(
                "echo",
                properties + ",'number':{'type':'integer','x-mcp-header':'Number'},"
                        + "'flag':{'type':'boolean','x-mcp-header':'Flag'},'none':{'type':'string','x-mcp-header':'None'},"
                        + "'query':{'type':'string'},"
                        + "'in':{'type':'object','properties':{'deep':{'type':'string','x-mcp-header':'Deep'}}}"));
        Map<String, Object> arguments = new LinkedHashMap<>();
        List<String> values =
                List.of("us-west1", "", "m", " x ", "Hello, 世界", "a\r\nb", "a\tb", "a b", "=?base64?literal?=");
        IntStream.range(0, texts.size()).forEach(i -> arguments.put(texts.get(i), values.get(i)));
        arguments.putAll(Map.of("number", 42.0, "flag", false, "query", "SELECT 1", "in", Map.of("deep", "d")));
        arguments.put("none", null);
        this.client.listTools();
        this.client.callTool("echo", arguments);

        Map<String, String> expected = new TreeMap<>();
        List<String> encoded = List.of(
                "us-west1",
                "",
                "m",
                "=?base64?IHgg?=",
                "=?base64?SGVsbG8sIOS4lueVjA==?=",
                "=?base64?YQ0KYg==?=",
                "=?base64?YQli?=",
                "a b",
                "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?=");
        IntStream.range(0, texts.size()).forEach(i -> expected.put(PARAM + texts.get(i), encoded.get(i)));
        expected.putAll(Map.of(PARAM + "Number", "42", PARAM + "Flag", "false", PARAM + "Deep", "d"));
        assertThat(mirrored(last("tools/call"))).isEqualTo(expected);
        assertThat(last("tools/call").header("Mcp-Method")).isEqualTo("tools/call");
    }

    // HDR-20: nothing is known of a tool that was never listed
    @Test
    void argumentsOfToolsThatWereNotListedAreNotMirrored() {
        this.server.tools(ECHO);
        this.client.callTool("echo", Map.of("city", "Oslo"));
        assertThat(mirrored(last("tools/call"))).isEmpty();
        assertThat(this.server.requests("tools/list")).isEmpty();
    }

    // HDR-19: of the last list, however it was asked for
    @Test
    void argumentsAreMirroredAsDeclaredInTheLatestList() {
        this.server.tools(ECHO);
        this.client.listTools();
        this.server.tools(tool("echo", "'city':{'type':'string','x-mcp-header':'Town'}"));
        this.client.raw().request("tools/list", null, Map.class, McpCallOptions.defaults());
        this.client
                .raw()
                .request(
                        "tools/call",
                        Map.of("name", "echo", "arguments", Map.of("city", "Oslo")),
                        Map.class,
                        McpCallOptions.defaults());

        assertThat(mirrored(last("tools/call"))).containsExactly(Map.entry("Mcp-Param-Town", "Oslo"));
    }

    // HDR-14, HDR-22: nothing is sent, and the value is not told
    @Test
    void callToolWhenMirroredIntegerIsTooLargeSendsNothing() {
        this.server.tools(tool("echo", "'n':{'type':'integer','x-mcp-header':'N'}"));
        this.client.listTools();

        McpException refusal =
                ProgrammingModel.failure(() -> this.client.callTool("echo", Map.of("n", Long.MAX_VALUE)));

        assertThat(refusal).isInstanceOfSatisfying(McpRejectedException.class, rejected -> {
            assertThat(rejected.reason()).isEqualTo(McpRejectedException.Reason.INVALID_ARGUMENT);
            assertThat(rejected.outcome()).isEqualTo(McpOutcome.NOT_SENT);
        });
        assertThat(refusal).hasMessageContaining("\"/n\" of tool \"echo\"").hasMessageNotContaining("92233");
        assertThat(this.server.requests("tools/call")).isEmpty();
    }

    // HDR-22: at no level of the log
    @Test
    void mirroredValuesAreNotLogged() {
        this.server.tools(ECHO);
        CapturedLog log = CapturedLog.of("io.mcpclient").at(Level.TRACE).open();
        try (log) {
            this.client.listTools();
            this.client.callTool("echo", Map.of("city", "s3cret"));
            this.server.on("tools/call").reply(mismatch());
            this.client.callTool("echo", Map.of("city", "s3cret"));
        }

        assertThat(mirrored(last("tools/call"))).containsValue("s3cret");
        assertThat(log.messages()).noneMatch(message -> message.contains("s3cret"));
    }
}
