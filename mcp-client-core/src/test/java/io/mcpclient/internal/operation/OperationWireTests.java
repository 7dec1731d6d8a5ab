package io.mcpclient.internal.operation;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

import io.mcpclient.McpClient;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.schema.CompleteParams;
import io.mcpclient.schema.CompleteResult;
import io.mcpclient.schema.ContentBlock;
import io.mcpclient.schema.ImageContent;
import io.mcpclient.schema.ListPage;
import io.mcpclient.schema.ListToolsResult;
import io.mcpclient.schema.Prompt;
import io.mcpclient.schema.PromptReference;
import io.mcpclient.schema.Resource;
import io.mcpclient.schema.ResourceLink;
import io.mcpclient.schema.ResourceTemplate;
import io.mcpclient.schema.ResourceTemplateReference;
import io.mcpclient.schema.TextResourceContents;
import io.mcpclient.schema.Tool;
import io.mcpclient.support.Loggers;
import io.mcpclient.testkit.CapturedLog;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** What the operations send, and what they make of the answers, against a server that offers everything. */
@Timeout(30)
class OperationWireTests {

    private static final int MAX_MESSAGE = 64 * 1024;

    private static final Duration SOON = Duration.ofSeconds(10);

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    private final McpClient client = McpClient.builder("weather")
            .url(this.server.url())
            .timeouts(timeouts -> timeouts.withRequest(Duration.ofSeconds(10)))
            .limits(limits -> limits.withMaxMessageSize(MAX_MESSAGE))
            .build();

    private volatile String revision = "2025-11-25";

    OperationWireTests() {
        this.server.on("initialize").always().reply(request -> Reply.result(
                        "{\"protocolVersion\":\"" + this.revision + "\",\"capabilities\":{\"tools\":{},"
                                + "\"resources\":{},\"prompts\":{},\"completions\":{}},"
                                + "\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}")
                .withHeader("Mcp-Session-Id", "s" + request.rpcId()));
    }

    @AfterEach
    void close() {
        this.client.close();
        this.server.close();
    }

    private String params(String method) {
        return this.server.requests(method).get(0).json().at("/params").toString();
    }

    // TOOL-02: name and arguments, and nothing that was not asked for
    @Test
    void callToolSendsNameAndArguments() {
        this.client.callTool("echo", Map.of("city", "Oslo"));

        assertThat(params("tools/call")).isEqualTo("{\"name\":\"echo\",\"arguments\":{\"city\":\"Oslo\"}}");
    }

    // TOOL-09, fault F30: names are the server's, in any case and of any length, and go back as they came
    @ParameterizedTest
    @ValueSource(strings = {"ECHO", "two words", "a/b", "ümläut", "😀", "{\\\"a\\\":1}"})
    void toolsWithNonStandardNamesAreListedAndCalledByTheseNames(String name) {
        this.server.tools(
                "{\"name\":\"echo\",\"inputSchema\":{}}",
                "{\"name\":\"" + name + "\",\"inputSchema\":{}}",
                "{\"name\":\"" + "x".repeat(1000) + "\",\"inputSchema\":{}}");

        List<Tool> tools = this.client.listTools();
        tools.forEach(tool -> this.client.callTool(tool.name(), Map.of()));

        assertThat(tools).hasSize(3);
        assertThat(this.server.requests("tools/call"))
                .extracting(request -> request.json().at("/params/name").asString())
                .containsExactlyElementsOf(tools.stream().map(Tool::name).toList());
    }

    // RES-01, PRM-01, PAG-01: one page of a list, and where the next one begins
    @ParameterizedTest
    @EnumSource
    void listPageRequestsOnePage(PagedList list) {
        for (String next : List.of(",\"nextCursor\":\"2\"", "")) {
            this.server
                    .on(list.method)
                    .times(2)
                    .reply(Reply.result(
                            "{\"" + list.member + "\":[{\"" + list.name + "\":\"test://a\"}]" + next + "}"));
        }

        List<ListPage<?>> pages = List.of(
                list.blocking.apply(this.client, null),
                Objects.requireNonNull(list.reactive.apply(this.client, null).block(SOON)),
                list.blocking.apply(this.client, "2"),
                Objects.requireNonNull(list.reactive.apply(this.client, "2").block(SOON)));

        assertThat(pages).allSatisfy(page -> assertThat(page.items()).hasSize(1));
        assertThat(pages).extracting(ListPage::nextCursor).containsExactly("2", "2", null, null);
        assertThat(this.server.requests(list.method))
                .extracting(request -> request.json().at("/params/cursor").asString("none"))
                .containsExactly("none", "none", "2", "2");
    }

    /** The lists beside that of the tools. */
    enum PagedList {
        PROMPTS(
                "prompts/list",
                "prompts",
                "name",
                (client, cursor) -> client.prompts().page(cursor, McpCallOptions.defaults()),
                (client, cursor) -> client.reactive().prompts().page(cursor, McpCallOptions.defaults())),
        RESOURCES(
                "resources/list",
                "resources",
                "uri",
                (client, cursor) -> client.resources().page(cursor, McpCallOptions.defaults()),
                (client, cursor) -> client.reactive().resources().page(cursor, McpCallOptions.defaults())),
        TEMPLATES(
                "resources/templates/list",
                "resourceTemplates",
                "uriTemplate",
                (client, cursor) -> client.resources().templatesPage(cursor, McpCallOptions.defaults()),
                (client, cursor) -> client.reactive().resources().templatesPage(cursor, McpCallOptions.defaults()));

        private final String method;

        private final String member;

        private final String name;

        private final BiFunction<McpClient, @Nullable String, ListPage<?>> blocking;

        private final BiFunction<McpClient, @Nullable String, Mono<? extends ListPage<?>>> reactive;

        PagedList(
                String method,
                String member,
                String name,
                BiFunction<McpClient, @Nullable String, ListPage<?>> blocking,
                BiFunction<McpClient, @Nullable String, Mono<? extends ListPage<?>>> reactive) {
            this.method = method;
            this.member = member;
            this.name = name;
            this.blocking = blocking;
            this.reactive = reactive;
        }
    }

    // TOOL-09: said once, and not of names as they should be
    @Test
    void toolsWithNonStandardNamesAreLoggedOnce() {
        this.server.tools(
                "{\"name\":\"get_A-1.b\",\"inputSchema\":{}}", "{\"name\":\"two\\nwords\",\"inputSchema\":{}}");
        CapturedLog log = CapturedLog.of(Loggers.TOOLS).open();
        try (log) {
            this.client.listTools();
            this.client.listTools();
        }

        assertThat(log.messages())
                .singleElement()
                .asString()
                .contains("MCP server \"weather\"")
                .contains("two words")
                .doesNotContain("\n");
    }

    // RPC-19, TOOL-01: a result that does not say what kind it is is complete
    @Test
    void resultWithoutResultTypeIsComplete() {
        ListToolsResult page = this.client.tools().page(null, McpCallOptions.defaults());

        assertThat(page.resultType()).isNull();
        assertThat(page.tools()).hasSize(1);
        assertThat(page.nextCursor()).isNull();
    }

    // TOOL-21: what a tool links to is read without a list
    @Test
    void readResourceOfAToolsLinkRequestsNoList() {
        this.server
                .on("tools/call")
                .reply(Reply.result(
                        "{\"content\":[{\"type\":\"resource_link\",\"uri\":\"doc://42\",\"name\":\"n\"}]}"));
        this.server
                .on("resources/read")
                .reply(Reply.result("{\"contents\":[{\"uri\":\"doc://42\",\"text\":\"hello\"}]}"));

        ResourceLink link =
                (ResourceLink) this.client.callTool("echo", Map.of()).content().get(0);
        this.client.readResource(link.uri());

        assertThat(params("resources/read")).isEqualTo("{\"uri\":\"doc://42\"}");
        assertThat(this.server.requests("resources/list")).isEmpty();
    }

    // RES-06, RES-05: regardless of the scheme, only the server is requested
    @ParameterizedTest
    @ValueSource(
            strings = {"file:///etc/hostname", "https://127.0.0.1:1/secret", "FILE:/etc/hostname", "no uri at all"})
    void readResourceRequestsOnlyTheServerWhateverTheScheme(String uri) {
        this.server
                .on("resources/read")
                .reply(request -> Reply.result("{\"contents\":[{\"uri\":"
                        + request.json().at("/params/uri") + ",\"text\":\"of the server\"}]}"));

        assertThat(this.client.readResource(uri).contents())
                .singleElement()
                .isInstanceOfSatisfying(TextResourceContents.class, contents -> {
                    assertThat(contents.uri()).isEqualTo(uri);
                    assertThat(contents.text()).isEqualTo("of the server");
                });
    }

    // RES-12, fault F36: what is larger than a message may be is refused, whatever size was announced
    @Test
    void readResourceWhenItIsTooLargeFails() {
        this.server
                .on("resources/list")
                .reply(Reply.result("{\"resources\":[{\"uri\":\"a:b\",\"name\":\"n\",\"size\":10000000000}]}"));
        this.server
                .on("resources/read")
                .reply(Reply.result(
                        "{\"contents\":[{\"uri\":\"a:b\",\"blob\":\"" + "QUFB".repeat(MAX_MESSAGE) + "\"}]}"));

        assertThat(this.client.listResources()).singleElement().satisfies(resource -> assertThat(resource.size())
                .isNotNull()
                .extracting(Number::longValue)
                .isEqualTo(10_000_000_000L));
        assertThat(catchThrowableOfType(McpProtocolException.class, () -> this.client.readResource("a:b")))
                .matches(failure -> failure.reason() == McpProtocolException.Reason.LIMIT);
        assertThat(this.client.callTool("echo", Map.of()).text()).isEqualTo("{}");
    }

    // fault F36: many blocks, types that do not fit and bytes that are none are kept as sent until they are used
    @Test
    void callToolWhenContentIsInvalidReturnsItUndecoded() {
        String image = "{\"type\":\"image\",\"data\":\"%%%\",\"mimeType\":\"text/html\"}";
        this.server
                .on("tools/call")
                .reply(Reply.result("{\"content\":[" + image + ",{\"type\":\"hum\"}".repeat(3000) + "]}"));

        List<ContentBlock> content = this.client.callTool("echo", Map.of()).content();

        assertThat(content).hasSize(3001);
        ImageContent bogus = (ImageContent) content.get(0);
        assertThat(bogus.mimeType()).isEqualTo("text/html");
        assertThat(bogus.data()).isEqualTo("%%%");
        assertThatIllegalArgumentException().isThrownBy(bogus::bytes);
    }

    // PRM-02: strings, as the protocol has them
    @Test
    void getPromptSendsStrings() {
        this.server.on("prompts/get").reply(Reply.result("{\"messages\":[]}"));

        this.client.getPrompt("greet", Map.of("age", "7"));

        assertThat(params("prompts/get")).isEqualTo("{\"name\":\"greet\",\"arguments\":{\"age\":\"7\"}}");
    }

    // PRM-07
    @ParameterizedTest
    @ValueSource(ints = {-32602, -32603})
    void getPromptWhenRejectedReportsTheErrorCode(int code) {
        this.server.on("prompts/get").reply(Reply.error(code, "No such prompt"));

        assertThat(catchThrowableOfType(McpRequestException.class, () -> this.client.getPrompt("p", Map.of())))
                .hasMessageContaining("No such prompt")
                .matches(refusal -> refusal.code() == code);
    }

    static Stream<Arguments> lists() {
        Function<McpClient, List<String>> prompts =
                client -> client.listPrompts().stream().map(Prompt::name).toList();
        Function<McpClient, List<String>> resources =
                client -> client.listResources().stream().map(Resource::name).toList();
        Function<McpClient, List<String>> templates = client -> client.resources().listTemplates().stream()
                .map(ResourceTemplate::name)
                .toList();
        return Stream.of(
                Arguments.of("prompts/list", "{\"prompts\":[{\"name\":\"%s\"}]", prompts),
                Arguments.of("resources/list", "{\"resources\":[{\"uri\":\"a:b\",\"name\":\"%s\"}]", resources),
                Arguments.of(
                        "resources/templates/list",
                        "{\"resourceTemplates\":[{\"uriTemplate\":\"a:{b}\",\"name\":\"%s\"}]",
                        templates));
    }

    // PRM-04, PAG-01, PAG-02: page by page, with the cursor as it came
    @ParameterizedTest(name = "{0}")
    @MethodSource("lists")
    void listsFollowCursorsToTheEnd(String method, String page, Function<McpClient, List<String>> names) {
        this.server.on(method).reply(Reply.result(page.formatted("one") + ",\"nextCursor\":\" =\\u00e4/2 \"}"));
        this.server.on(method).reply(Reply.result(page.formatted("two") + "}"));

        assertThat(names.apply(this.client)).containsExactly("one", "two");
        assertThat(this.server.requests(method))
                .extracting(request -> request.json().at("/params/cursor").asString("none"))
                .containsExactly("none", " =ä/2 ");
    }

    // PAG-05: a new session restarts its lists
    @Test
    void listResourcesWhenSessionIsLostBetweenPagesRestarts() {
        this.server
                .on("resources/list")
                .reply(Reply.result("{\"resources\":[],\"nextCursor\":\"of the old session\"}"));
        this.server.on("resources/list").reply(Reply.status(404));
        this.server.on("resources/list").reply(Reply.result("{\"resources\":[]}"));

        assertThat(this.client.listResources()).isEmpty();
        assertThat(this.server
                        .requests("resources/list")
                        .get(2)
                        .json()
                        .at("/params/cursor")
                        .isMissingNode())
                .isTrue();
    }

    // CMP-02: resolved arguments are sent only in revisions that define them
    @ParameterizedTest
    @CsvSource({"2024-11-05, false", "2025-03-26, false", "2025-06-18, true", "2025-11-25, true"})
    void completeSendsTheContextOnlyInRevisionsThatDefineIt(String revision, boolean known) {
        this.revision = revision;
        this.server.on("completion/complete").reply(Reply.result("{\"completion\":{\"values\":[]}}"));

        this.client.complete(
                CompleteParams.of(PromptReference.of("p"), "city", "O").withContext(Map.of("country", "Norway")));

        assertThat(params("completion/complete"))
                .isEqualTo("{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"p\"},\"argument\":"
                        + "{\"name\":\"city\",\"value\":\"O\"}"
                        + (known ? ",\"context\":{\"arguments\":{\"country\":\"Norway\"}}}" : "}"));
    }

    // CMP-03: a server must not send more than 100 values; further ones are cut, and the result says that there are
    // more
    @ParameterizedTest
    @CsvSource({"99, 99, false", "100, 100, false", "101, 100, true", "5000, 100, true"})
    void completeReturnsAtMostAHundredValues(int sent, int returned, boolean more) {
        String values = IntStream.range(0, sent).mapToObj(i -> "\"v" + i + "\"").collect(Collectors.joining(","));
        this.server
                .on("completion/complete")
                .reply(Reply.result("{\"completion\":{\"values\":[" + values + "],\"hasMore\":false}}"));

        CompleteResult.Completion completion = this.client
                .complete(CompleteParams.of(PromptReference.of("p"), "city", "v"))
                .completion();

        assertThat(completion.values()).hasSize(returned).startsWith("v0", "v1").endsWith("v" + (returned - 1));
        assertThat(completion.isIncomplete()).isEqualTo(more);
    }

    // CMP-06: by code, for URIs and templates alike
    @Test
    void completeWhenRejectedReportsTheErrorCode() {
        this.server.on("completion/complete").reply(Reply.error(-32601, "Method not found"));
        this.server.on("completion/complete").reply(Reply.error(-32602, "Unknown reference"));
        this.server.on("completion/complete").reply(Reply.result("{\"completion\":{\"values\":[\"Oslo\"]}}"));

        assertThat(refusal(CompleteParams.of(PromptReference.of("p"), "city", "O")))
                .isEqualTo(-32601);
        assertThat(refusal(CompleteParams.of(ResourceTemplateReference.of("a:b"), "city", "O")))
                .isEqualTo(-32602);
        assertThat(this.client
                        .complete(CompleteParams.of(ResourceTemplateReference.of("a:{city}"), "city", "O"))
                        .completion()
                        .values())
                .containsExactly("Oslo");
        assertThat(this.server.requests("completion/complete"))
                .extracting(request -> request.json().at("/params/ref").toString())
                .endsWith("{\"type\":\"ref/resource\",\"uri\":\"a:{city}\"}");
    }

    private int refusal(CompleteParams params) {
        return catchThrowableOfType(McpRequestException.class, () -> this.client.complete(params))
                .code();
    }
}
