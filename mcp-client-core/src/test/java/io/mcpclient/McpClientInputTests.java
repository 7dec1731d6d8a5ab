package io.mcpclient;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.handler.McpProgress;
import io.mcpclient.handler.McpRequestContext;
import io.mcpclient.handler.McpSamplingHandler;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.CreateMessageParams;
import io.mcpclient.schema.CreateMessageResult;
import io.mcpclient.schema.ElicitResult;
import io.mcpclient.schema.InputRequiredResult;
import io.mcpclient.schema.Root;
import io.mcpclient.schema.TextContent;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedModernServer;
import io.mcpclient.testkit.VirtualTime;

import static org.assertj.core.api.Assertions.assertThat;

/** Calls that a server answers with questions first, over the wire. */
@Timeout(60)
class McpClientInputTests {

    private static final Duration SOON = Duration.ofSeconds(10);

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private static final String CAPABILITIES = "/params/_meta/io.modelcontextprotocol~1clientCapabilities";

    private static final String FORM = question(
            "elicitation/create",
            "{\"mode\":\"form\",\"message\":\"Who?\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{"
                    + "\"name\":{\"type\":\"string\"},\"seat\":{\"type\":\"string\",\"default\":\"aisle\"}},"
                    + "\"required\":[\"name\"]}}");

    private static final String URL = question(
            "elicitation/create", "{\"mode\":\"url\",\"message\":\"Sign in\",\"url\":\"https://login.example/\"}");

    private static final String SAMPLE = question(
            "sampling/createMessage",
            "{\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"a\"},"
                    + "{\"type\":\"text\",\"text\":\"b\"}]}],\"maxTokens\":9,\"tools\":[],\"toolChoice\":{\"mode\":\"auto\"}}");

    private static final String ROOTS = question("roots/list", "{}");

    private final ScriptedModernServer server = ScriptedHttpServer.modern();

    @AfterEach
    void close() {
        this.server.close();
    }

    private static String question(String method, String params) {
        return "{\"method\":\"" + method + "\",\"params\":" + params + "}";
    }

    private static Reply asks(String members) {
        return Reply.result("{\"resultType\":\"input_required\"," + members + "}");
    }

    private static Reply asks(String key, String question) {
        return asks("\"inputRequests\":{\"" + key + "\":" + question + "}");
    }

    private McpClient client(UnaryOperator<McpClientBuilder> settings) {
        return settings.apply(McpClient.builder("weather")
                        .url(this.server.url())
                        .protocol(protocol -> protocol.withEra(McpProtocol.MODERN))
                        .timeouts(timeouts ->
                                timeouts.withConnect(SOON).withRequest(SOON).withShutdown(Duration.ofSeconds(2))))
                .build();
    }

    private List<JsonNode> calls() {
        return this.server.requests("tools/call").stream()
                .map(RecordedRequest::json)
                .toList();
    }

    /** Takes any messages, tools too, and answers with two blocks. */
    private record Model(CyclicBarrier all) implements McpSamplingHandler {

        @Override
        public CreateMessageResult createMessage(CreateMessageParams params, McpRequestContext context)
                throws Exception {
            this.all.await(10, TimeUnit.SECONDS);
            return CreateMessageResult.of(
                    params.messages().get(0).content().size() + " blocks", TextContent.of("c"), TextContent.of("d"));
        }

        @Override
        public boolean supportsTools() {
            return true;
        }
    }

    // MRTR-03, MRTR-05, MRTR-20, META-14, SMP-15, ELI-14, ELI-18: handlers that wait for each other, and their bare
    // answers
    @ParameterizedTest
    @EnumSource
    void callToolWhenServerRequestsSeveralInputsProvidesAllOfThem(ProgrammingModel face) {
        CyclicBarrier all = new CyclicBarrier(4);
        this.server
                .on("tools/call")
                .reply(asks("\"inputRequests\":{\"f\":" + FORM + ",\"u\":" + URL + ",\"s\":" + SAMPLE
                        + ",\"__proto__\":" + ROOTS + "},\"requestState\":\"s-1\""));
        try (McpClient client = client(builder -> builder.elicitation((form, context) -> {
                    all.await(10, TimeUnit.SECONDS);
                    return ElicitResult.accept(Map.of("name", context.serverName()));
                })
                .urlElicitation((url, context) -> {
                    all.await(10, TimeUnit.SECONDS);
                    assertThat(url.elicitationId()).isNull();
                    return ElicitResult.accept();
                })
                .sampling(new Model(all))
                .roots(context -> {
                    all.await(10, TimeUnit.SECONDS);
                    return List.of(Root.of("file:///srv"));
                }))) {
            assertThat(face.callTool(client).text()).isEqualTo("{\"city\":\"Oslo\"}");

            assertThat(calls()).hasSize(2);
            assertThat(calls().get(1).at("/params/inputResponses")).isEqualTo(JSON.readTree("""
                    {"f": {"action": "accept", "content": {"name": "weather", "seat": "aisle"}},
                     "u": {"action": "accept"},
                     "s": {"role": "assistant", "model": "2 blocks",
                           "content": [{"type": "text", "text": "c"}, {"type": "text", "text": "d"}]},
                     "__proto__": {"roots": [{"uri": "file:///srv"}]}}"""));
            assertThat(calls().get(1).at("/params/requestState").asString("")).isEqualTo("s-1");
        }
    }

    // MRTR-07, MRTR-09, CAP-03, CAP-05: a new id, and all else as it was
    @Test
    void callToolWhenInputIsRequiredRepeatsTheUnchangedRequestWithANewId() {
        this.server.on("tools/call").reply(asks("r", ROOTS));
        try (McpClient client = client(
                builder -> builder.sampling(new Model(new CyclicBarrier(1))).roots(context -> List.of()))) {
            client.tools()
                    .call(
                            CallToolParams.of("echo", Map.of("city", "Oslo")),
                            McpCallOptions.defaults()
                                    .withMeta("com.example/k", 7)
                                    .withHeader("X-Tenant", "acme"));

            List<RecordedRequest> sent = this.server.requests("tools/call");
            assertThat(sent).hasSize(2).extracting(RecordedRequest::rpcId).doesNotHaveDuplicates();
            for (String header : List.of("Mcp-Method", "Mcp-Name", "MCP-Protocol-Version", "X-Tenant", "Accept")) {
                assertThat(sent)
                        .extracting(request -> request.header(header))
                        .doesNotContainNull()
                        .containsOnly(sent.get(0).header(header));
            }
            for (String member : List.of("/params/name", "/params/arguments", "/params/_meta")) {
                assertThat(calls())
                        .extracting(call -> call.at(member))
                        .containsOnly(calls().get(0).at(member));
            }
            assertThat(calls().get(0).at("/params/_meta/com.example~1k").asInt(0))
                    .isEqualTo(7);
            assertThat(calls().get(0).at("/params").has("inputResponses")).isFalse();
            JsonNode offered = calls().get(1).at(CAPABILITIES);
            assertThat(offered.at("/roots").toString()).isEqualTo("{}");
            assertThat(offered.at("/sampling").toString()).isEqualTo("{\"tools\":{}}");
            assertThat(offered.has("elicitation")).isFalse();
        }
    }

    // MRTR-05, F24: byte for byte, over a real wire; MRTR-22: by a client that offers nothing
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"\"",
                "\" s \"",
                "\"{\\\"a\\\": 1}\"",
                "\"\\\\u0041\\\\n\\/\\u0041\"",
                "\"\\u0000\\r\\n\\t\\u007f\"",
                "\"\u00e9\ud83d\ude00\u2028\\ud83d\\ude00\"",
                "\"%7B=&+=?base64?QQ==?=\""
            })
    void callToolSendsTheRequestStateBackUnchanged(String state) {
        this.server.on("tools/call").reply(asks("\"requestState\":" + state));
        try (McpClient client = client(UnaryOperator.identity())) {
            client.callTool("echo", Map.of());

            assertThat(calls().get(1).at("/params/requestState")).isEqualTo(JSON.readTree(state));
            assertThat(calls().get(1).at("/params").has("inputResponses")).isFalse();
        }
    }

    // MRTR-04, MRTR-06, MRTR-10: each round answers the latest questions, and no earlier ones
    @ParameterizedTest
    @EnumSource
    void callToolWhenThereAreThreeRoundsSendsOnlyTheLatestInputsInEach(ProgrammingModel face) {
        this.server.on("tools/call").reply(asks("\"inputRequests\":{\"a\":" + FORM + "},\"requestState\":\"1\""));
        this.server.on("tools/call").reply(asks("b", ROOTS));
        this.server.on("tools/call").reply(asks("\"requestState\":\"3\""));
        try (McpClient client = client(builder ->
                builder.elicitation((form, context) -> ElicitResult.decline()).roots(context -> List.of()))) {
            assertThat(face.callTool(client).text()).isEqualTo("{\"city\":\"Oslo\"}");

            assertThat(calls())
                    .extracting(call -> call.at("/params/inputResponses").toString())
                    .containsExactly("", "{\"a\":{\"action\":\"decline\"}}", "{\"b\":{\"roots\":[]}}", "");
            assertThat(calls())
                    .extracting(call -> call.at("/params/requestState").toString())
                    .containsExactly("", "\"1\"", "", "\"3\"");
        }
    }

    static Stream<Function<McpClient, Object>> others() {
        return Stream.of(
                client -> client.getPrompt("greet", Map.of("who", "you")).messages(),
                client -> client.readResource("test://one").contents(),
                client -> client.raw()
                        .request("prompts/get", Map.of("name", "greet"), Map.class, McpCallOptions.defaults()),
                client -> client.reactive()
                        .raw()
                        .request("resources/read", Map.of("uri", "test://one"), Object.class, McpCallOptions.defaults())
                        .block(SOON));
    }

    // MRTR-02, RES-04, PRM-03: the other requests that may be answered with questions
    @ParameterizedTest
    @MethodSource("others")
    void otherRequestsWhenInputIsRequiredAreRepeatedWithIt(Function<McpClient, Object> operation) {
        this.server
                .on("prompts/get")
                .optionally()
                .where(McpClientInputTests::isFirst)
                .reply(asks("r", ROOTS));
        this.server
                .on("resources/read")
                .optionally()
                .where(McpClientInputTests::isFirst)
                .reply(asks("r", ROOTS));
        try (McpClient client = client(builder -> builder.roots(context -> List.of()))) {
            assertThat(operation.apply(client)).isNotNull().asString().doesNotContain("input_required");

            assertThat(this.server.requests())
                    .filteredOn(request -> !request.is("server/discover"))
                    .hasSize(2)
                    .last()
                    .matches(request ->
                            request.json().at("/params/inputResponses/r/roots").isArray());
        }
    }

    private static boolean isFirst(RecordedRequest request) {
        return !request.json().path("params").has("inputResponses");
    }

    // MRTR-09, HDR-09: so do the headers that repeat arguments, and those that say who asks
    @Test
    void callToolWhenInputIsRequiredRepeatsTheMirroredHeaders() {
        this.server.tools("{\"name\":\"echo\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"city\":"
                + "{\"type\":\"string\",\"x-mcp-header\":\"City\"}}}}");
        this.server.on("tools/call").reply(asks("r", ROOTS));
        try (McpClient client = client(builder -> builder.roots(context -> List.of()))) {
            client.listTools();
            client.callTool(
                    "echo", Map.of("city", "Oslo"), McpCallOptions.defaults().withHeader("Authorization", "Bearer 7"));

            assertThat(this.server.requests("tools/call"))
                    .hasSize(2)
                    .allMatch(request -> "Bearer 7".equals(request.header("Authorization")))
                    .extracting(request -> request.header("Mcp-Param-City"))
                    .containsOnly("Oslo");
        }
    }

    // MRTR-14: the response of one user is not used for another
    @Test
    void readResourceWhenInputIsRequiredIsNotCached() {
        this.server.cacheHints(60_000, "private");
        this.server
                .on("resources/read")
                .times(2)
                .where(McpClientInputTests::isFirst)
                .reply(asks("r", ROOTS));
        try (McpClient client = client(builder -> builder.roots(context -> List.of()))) {
            client.readResource("test://one");
            client.readResource("test://two");
            client.readResource("test://two");
            client.readResource("test://one");
            client.readResource("test://one");

            // Asked and answered; asked and answered; kept by neither, and from then on as the hints say.
            assertThat(this.server.requests("resources/read"))
                    .extracting(request -> request.json().at("/params/uri").asString(""))
                    .containsExactly(
                            "test://one", "test://one", "test://two", "test://two", "test://two", "test://one");
        }
    }

    // CAP-06, MRTR-13: as the Javadoc of the option has it
    @ParameterizedTest
    @EnumSource
    void callToolWithManualInputReturnsTheInputRequests(ProgrammingModel face) {
        McpCallOptions manual = McpCallOptions.defaults().withManualInput();
        this.server.on("tools/call").reply(asks("\"inputRequests\":{\"f\":" + FORM + "},\"requestState\":\"s\""));
        this.server.on("tools/call").reply(asks("\"requestState\":\"t\""));
        try (McpClient client = client(UnaryOperator.identity())) {
            CallToolParams params = CallToolParams.of("echo", Map.of("city", "Oslo"));
            CallToolResult result = face.callTool(client, manual);
            InputRequiredResult asked = result.inputRequired().orElseThrow();
            assertThat(asked.inputRequests()).containsOnlyKeys("f");

            result = client.tools()
                    .call(params.withInput(Map.of("f", ElicitResult.cancel()), asked.requestState()), manual);
            asked = result.inputRequired().orElseThrow();
            assertThat(asked.inputRequests()).isNull();

            result = client.tools().call(params.withInput(null, asked.requestState()), manual);
            assertThat(result.inputRequired()).isEmpty();
            assertThat(result.text()).isEqualTo("{\"city\":\"Oslo\"}");
            assertThat(calls())
                    .extracting(call -> call.at("/params/requestState").toString())
                    .containsExactly("", "\"s\"", "\"t\"");
            assertThat(calls()).allSatisfy(call -> assertThat(
                            call.at(CAPABILITIES).toString())
                    .contains(
                            "\"roots\":{}", "\"sampling\":{\"tools\":{}}", "\"elicitation\":{\"form\":{},\"url\":{}}"));

            client.callTool("echo", Map.of());
            assertThat(calls().get(3).at(CAPABILITIES).has("elicitation")).isFalse();
        }
    }

    // MRTR-08: a hundred calls, each with a state and an answer of its own
    @Test
    void concurrentCallsWithInputRequestsKeepTheirOwnStateAndInputs() {
        this.server.on("tools/call").optionally().reply(McpClientInputTests::personal);
        try (McpClient client = client(builder -> builder.elicitation((form, context) ->
                ElicitResult.accept(Map.of("name", form.message().substring(4)))))) {
            List<String> texts = Flux.range(0, 100)
                    .flatMapSequential(n -> client.reactive().callTool("echo", Map.of("n", n)), 100)
                    .map(CallToolResult::text)
                    .collectList()
                    .block(Duration.ofSeconds(30));

            assertThat(texts)
                    .containsExactlyElementsOf(Stream.iterate(0, n -> n + 1)
                            .limit(100)
                            .map(n -> "right " + n)
                            .toList());
            assertThat(calls()).hasSize(200);
        }
    }

    private static Reply personal(RecordedRequest request) {
        JsonNode params = request.json().path("params");
        int n = params.at("/arguments/n").asInt(-1);
        if (isFirst(request)) {
            return asks("\"inputRequests\":{\"k" + n + "\":" + FORM.replace("Who?", "for " + n)
                    + "},\"requestState\":\"state " + n + "\"");
        }
        boolean right = params.path("requestState").asString("").equals("state " + n)
                && params.at("/inputResponses/k" + n + "/content/name")
                        .asString("")
                        .equals(String.valueOf(n))
                && params.path("inputResponses").size() == 1;
        return Reply.result("{\"resultType\":\"complete\",\"content\":[{\"type\":\"text\",\"text\":\""
                + (right ? "right " : "wrong ") + n + "\"}]}");
    }

    // PRG-10: progress of each round is received under its own token
    @Test
    void callToolWhenInputIsRequiredReceivesTheProgressOfEachRound() {
        this.server
                .on("tools/call")
                .reply(request -> reported(
                        request,
                        1,
                        "{\"resultType\":\"input_required\"," + "\"inputRequests\":{\"r\":" + ROOTS + "}}"));
        this.server.on("tools/call").reply(request -> reported(request, 2, "{\"content\":[]}"));
        List<Double> heard = new CopyOnWriteArrayList<>();
        try (McpClient client = client(builder -> builder.roots(context -> List.of()))) {
            client.tools()
                    .call(
                            CallToolParams.of("echo", Map.of()),
                            McpCallOptions.defaults()
                                    .withProgress((McpProgress progress) -> heard.add(progress.progress())));

            assertThat(heard).containsExactly(1.0, 2.0);
            assertThat(calls())
                    .extracting(McpClientInputTests::token)
                    .doesNotHaveDuplicates()
                    .hasSize(2);
        }
    }

    private static Reply reported(RecordedRequest request, int progress, String result) {
        return Reply.sse(
                "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":"
                        + token(request.json()) + ",\"progress\":" + progress + "}}",
                "data: {\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":" + result + "}");
    }

    private static String token(JsonNode call) {
        return call.at("/params/_meta/progressToken").toString();
    }

    // TMO-07: a person may take longer than a server
    @ParameterizedTest
    @EnumSource
    void callToolWhenUserTakesLongCountsOnlyServerTimeAgainstTheDeadline(ProgrammingModel face) {
        this.server.on("tools/call").reply(asks("f", FORM));
        VirtualTime time = new VirtualTime();
        Sinks.Empty<Void> asked = Sinks.empty();
        Sinks.One<ElicitResult> answer = Sinks.one();
        try (McpClient client = client(builder -> builder.reactiveElicitation((form, context) -> {
                    asked.tryEmitEmpty();
                    return answer.asMono();
                })
                .time(time))) {
            client.session().connect();

            CallToolResult result = time.elapse(Duration.ZERO, () -> face.callTool(client), () -> {
                asked.asMono().block(SOON);
                time.advance(SOON.multipliedBy(2)); // twice the time of the call
                answer.tryEmitValue(ElicitResult.cancel());
            });

            assertThat(result.text()).isEqualTo("{\"city\":\"Oslo\"}");
        }
    }
}
