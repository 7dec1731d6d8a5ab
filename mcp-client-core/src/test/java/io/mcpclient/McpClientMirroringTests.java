package io.mcpclient;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.jsonrpc.JsonRpcRequest;
import io.mcpclient.jsonrpc.JsonRpcResult;
import io.mcpclient.schema.Tool;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedModernServer;
import io.mcpclient.transport.memory.MemoryServer;
import io.mcpclient.transport.memory.MemoryTransportProvider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

/** What follows from headers that repeat arguments: tools that cannot be called, and calls that are refused. */
@Timeout(60)
class McpClientMirroringTests {

    private static final Duration SOON = Duration.ofSeconds(10);

    private static final String PARAM = "Mcp-Param-";

    private static final String ECHO = tool("echo", "'city':{'type':'string','x-mcp-header':'City'}");

    private static final String ILLEGAL = tool("bad", "'a':{'type':'number','x-mcp-header':'A'}");

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

    private List<String> methods() {
        return this.server.requests().stream()
                .map(RecordedRequest::rpcMethod)
                .filter(method -> method.startsWith("tools/"))
                .toList();
    }

    // illegal tools

    // HDR-09, HDR-10, HDR-11: the others stay usable
    @ParameterizedTest
    @EnumSource(ProgrammingModel.class)
    void listToolsOmitsToolsWithInvalidHeaderAnnotations(ProgrammingModel face) {
        this.server.tools(
                ECHO,
                ILLEGAL,
                tool("hidden", "'a':{'type':'array','items':{'type':'string','x-mcp-header':'A'}}"),
                tool("plain", "'a':{'type':'number'}"));

        assertThat(face.listTools(this.client)).extracting(Tool::name).containsExactly("echo", "plain");
        assertThat(this.client.listTools()).hasSize(2);
        assertThat(face.callTool(this.client).isErrorResult()).isFalse();
        assertThat(mirrored(last("tools/call"))).containsExactly(Map.entry("Mcp-Param-City", "Oslo"));
    }

    // STD-13: what shares a channel has no headers, so no tool is too bad for it
    @Test
    void listToolsOverStdioOmitsNoTools() {
        List<Object> calls = new CopyOnWriteArrayList<>();
        MemoryServer shared = (message, back) -> {
            if (message instanceof JsonRpcRequest request) {
                calls.add(request.method());
                back.send(answer(request));
            }
        };
        try (McpClient overChannel = McpClient.builder("weather")
                .protocol(protocol -> protocol.withEra(McpProtocol.MODERN))
                .transport(new MemoryTransportProvider(shared))
                .timeouts(timeouts -> timeouts.withConnect(SOON).withRequest(SOON))
                .build()) {
            assertThat(overChannel.listTools()).extracting(Tool::name).containsExactly("bad");
            assertThat(overChannel.callTool("bad", Map.of("a", Long.MAX_VALUE)).isErrorResult())
                    .isFalse();
            assertThat(ProgrammingModel.failure(() -> overChannel.getPrompt("p", Map.of())))
                    .hasMessageContaining("-32020");
            assertThat(calls).containsExactly("server/discover", "tools/list", "tools/call", "prompts/get");
        }
    }

    private static JsonRpcMessage answer(JsonRpcRequest request) {
        return switch (request.method()) {
            case "server/discover" ->
                new JsonRpcResult(
                        request.id(),
                        Map.of(
                                "resultType", "complete",
                                "supportedVersions", List.of("2026-07-28"),
                                "capabilities", Map.of("tools", Map.of(), "prompts", Map.of())));
            case "tools/list" ->
                new JsonRpcResult(
                        request.id(),
                        Map.of(
                                "resultType",
                                "complete",
                                "tools",
                                List.of(Map.of(
                                        "name", "bad", "inputSchema", Map.of("type", "object", "x-mcp-header", "A")))));
            case "tools/call" ->
                new JsonRpcResult(request.id(), Map.of("resultType", "complete", "content", List.of()));
            default -> new JsonRpcError(request.id(), -32020, "Header mismatch", null);
        };
    }

    // refusals

    // HDR-21: the tool was never listed, or has changed since; the cached list does not count
    @ParameterizedTest
    @EnumSource(ProgrammingModel.class)
    void callToolWhenHeadersAreRejectedListsToolsAndRetries(ProgrammingModel face) {
        this.server.cacheHints(60_000, "public");
        this.server.tools(tool("echo", "'city':{'type':'string'}"));
        face.listTools(this.client);
        this.server.tools(ECHO);
        this.server
                .on("tools/call")
                .where(request -> request.header("Mcp-Param-City") == null)
                .reply(mismatch());

        assertThat(face.callTool(this.client).isErrorResult()).isFalse();

        assertThat(methods()).containsExactly("tools/list", "tools/call", "tools/list", "tools/call");
        List<RecordedRequest> calls = this.server.requests("tools/call");
        assertThat(calls).extracting(RecordedRequest::rpcId).doesNotHaveDuplicates();
        assertThat(mirrored(calls.get(1))).containsExactly(Map.entry("Mcp-Param-City", "Oslo"));

        face.callTool(this.client);
        assertThat(this.server.requests("tools/list")).hasSize(2);
        assertThat(face.listTools(this.client).get(0).inputSchema().toString()).contains("x-mcp-header");
    }

    // HDR-02, HDR-06, HDR-21: a later round of a call has its headers like the first one, also if it is refused for
    // them
    @Test
    void laterRoundsOfACallHaveTheMirroredHeaders() {
        this.server.tools(ECHO);
        this.client.listTools();
        this.server.on("tools/call").reply(Reply.result("{\"resultType\":\"input_required\",\"requestState\":\"s\"}"));
        this.server.on("tools/call").reply(mismatch());

        assertThat(this.client.callTool("echo", Map.of("city", "Oslo")).isErrorResult())
                .isFalse();

        assertThat(methods()).containsExactly("tools/list", "tools/call", "tools/call", "tools/list", "tools/call");
        List<RecordedRequest> calls = this.server.requests("tools/call");
        assertThat(calls).allSatisfy(call -> {
            assertThat(call.header("Mcp-Name")).isEqualTo("echo");
            assertThat(mirrored(call)).containsExactly(Map.entry("Mcp-Param-City", "Oslo"));
        });
        assertThat(calls.get(2).json().at("/params/requestState").asString("")).isEqualTo("s");
    }

    // HDR-21, fault F33: once for a call, and the error says what to look for
    @ParameterizedTest
    @EnumSource(ProgrammingModel.class)
    void callToolWhenHeadersAreRejectedTwiceFails(ProgrammingModel face) {
        this.server.on("tools/call").times(2).reply(mismatch());

        McpException refusal = face.failedCall(this.client);

        assertThat(refusal)
                .isInstanceOfSatisfying(McpRequestException.class, error -> assertThat(error.code())
                        .isEqualTo(-32020))
                .hasMessageStartingWith("MCP server \"weather\": tools/call: the server responded with error -32020: ")
                .hasMessageContaining("Look for a proxy");
        assertThat(methods()).containsExactly("tools/call", "tools/list", "tools/call");
    }

    // HDR-21: what is lost is the repair
    @Test
    void callToolWhenToolsCannotBeListedFailsWithTheHeaderError() {
        this.server.on("tools/call").reply(mismatch());
        this.server.on("tools/list").reply(Reply.status(500));

        assertThat(ProgrammingModel.failure(() -> this.client.callTool("echo", Map.of())))
                .hasMessageContaining("-32020")
                .satisfies(error -> assertThat(error.getSuppressed())
                        .anySatisfy(failure -> assertThat(failure).hasMessageContaining("tools/list: HTTP 500")));
    }

    // HDR-21: about anything but tools there is nothing to learn
    @Test
    void getPromptWhenHeadersAreRejectedFails() {
        this.server.on("prompts/get").reply(mismatch());

        assertThat(ProgrammingModel.failure(() -> this.client.getPrompt("greet", Map.of())))
                .isInstanceOf(McpRequestException.class)
                .hasMessageContaining("-32020")
                .hasMessageContaining("Look for a proxy");
        assertThat(this.server.requests("tools/list")).isEmpty();
    }

    // HTM-17, HTM-18: the body counts before the status does
    @ParameterizedTest
    @CsvSource({"404,-32601", "400,-32021", "400,-32602", "400,-32603", "422,-32602", "500,-32603"})
    void jsonRpcErrorInTheBodyTakesPrecedenceOverTheHttpStatus(int status, int code) {
        this.server
                .on("tools/call")
                .reply(Reply.json(
                        status,
                        "{\"jsonrpc\":\"2.0\",\"id\":$id,\"error\":{\"code\":" + code + ",\"message\":\"no\"}}"));

        assertThat(ProgrammingModel.failure(() -> this.client.callTool("echo", Map.of())))
                .isInstanceOfSatisfying(McpRequestException.class, error -> {
                    assertThat(error.code()).isEqualTo(code);
                    assertThat(error.outcome()).isEqualTo(McpOutcome.ANSWERED);
                });
    }

    // HTM-19: an intermediary has no words for it
    @ParameterizedTest
    @ValueSource(ints = {402, 407, 413, 421, 431, 451})
    void httpErrorsWithoutAJsonRpcErrorReportThatTheCallWasRejected(int status) {
        this.server.on("tools/call").reply(Reply.status(status, "text/html", "<p>no</p>"));

        assertThat(ProgrammingModel.failure(() -> this.client.callTool("echo", Map.of())))
                .hasMessageContaining("HTTP " + status)
                .extracting(McpException::outcome)
                .isEqualTo(McpOutcome.REJECTED);
        assertThatCode(() -> this.client.callTool("echo", Map.of())).doesNotThrowAnyException();
    }

    // HTM-20: a refused origin has no challenge, and asks for no scope
    @Test
    void forbiddenOriginIsNotReportedAsAMissingScope() {
        this.server.on("tools/call").reply(Reply.status(403));

        assertThat(ProgrammingModel.failure(() -> this.client.callTool("echo", Map.of())))
                .isInstanceOfSatisfying(McpAuthorizationException.class, error -> {
                    assertThat(error.status()).isEqualTo(403);
                    assertThat(error.challenge()).isNull();
                    assertThat(error.requiredScopes()).isEmpty();
                });
    }
}
