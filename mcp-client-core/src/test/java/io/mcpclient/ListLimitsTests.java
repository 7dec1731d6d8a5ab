package io.mcpclient;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import ch.qos.logback.classic.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.schema.DroppedItem;
import io.mcpclient.schema.Tool;
import io.mcpclient.status.McpListReport;
import io.mcpclient.support.Loggers;
import io.mcpclient.testkit.CapturedLog;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.testkit.ScriptedModernServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

/** A server whose lists and definitions are larger than an application can keep. */
@Timeout(60)
class ListLimitsTests {

    private static final Duration SOON = Duration.ofSeconds(20);

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    @RegisterExtension
    final CapturedLog log = CapturedLog.of(Loggers.TOOLS);

    private final ScriptedModernServer server = ScriptedHttpServer.modern();

    @AfterEach
    void close() {
        this.server.close();
    }

    private McpClient client(UnaryOperator<McpClientBuilder> limits) {
        return this.invariants.build(limits.apply(
                McpClient.builder("big").url(this.server.url()).timeouts(timeouts -> timeouts.withRequest(SOON))));
    }

    private List<String> warnings() {
        return this.log.messages(Level.WARN);
    }

    private static String tool(String name, String schema) {
        return "{\"name\":\"" + name + "\",\"inputSchema\":{\"type\":\"object\"" + schema + "}}";
    }

    private static String[] tools(int count, String schema) {
        return IntStream.range(0, count).mapToObj(i -> tool("t" + i, schema)).toArray(String[]::new);
    }

    private static String described(int characters) {
        return ",\"description\":\"" + "x".repeat(characters) + "\"";
    }

    private static String emptyObjects(int count) {
        return IntStream.range(0, count).mapToObj(i -> "{}").collect(Collectors.joining(",", "[", "]"));
    }

    /** Pages without end, each with these tools. */
    private void endless(String... tools) {
        this.server.on("tools/list").always().reply(request -> {
            String cursor = String.valueOf(this.server.requests("tools/list").size());
            return Reply.result("{\"resultType\":\"complete\",\"nextCursor\":\"" + cursor + "\",\"tools\":["
                    + String.join(",", tools).replace("\"name\":\"", "\"name\":\"" + cursor + "_") + "]}");
        });
    }

    private static McpProtocolException limit(Callable<?> call) {
        McpProtocolException error = catchThrowableOfType(McpProtocolException.class, call::call);
        assertThat(error).isNotNull();
        assertThat(error.reason()).isEqualTo(McpProtocolException.Reason.LIMIT);
        return error;
    }

    /** The status and one log line say why the list ends, however often it is read. */
    private void isIncomplete(McpClient client, String method, int items, String problem) {
        assertThat(client.status().list(method).orElseThrow())
                .extracting(McpListReport::items, McpListReport::incomplete, McpListReport::problem)
                .containsExactly(items, true, problem);
        assertThat(warnings())
                .filteredOn(line -> line.contains("incomplete"))
                .containsExactly("MCP server \"big\": " + method + ": " + problem);
    }

    // F09
    @Test
    void endlessListEndsAtTheItemLimit() {
        endless(tools(40, ""));
        McpClient client = client(builder -> builder.lists(lists -> lists.withMaxItems(100)));

        assertThat(client.listTools())
                .hasSize(100)
                .last()
                .extracting(Tool::name)
                .isEqualTo("3_t19");
        assertThat(this.server.requests("tools/list")).hasSize(3);
        assertThat(client.listTools()).hasSize(100);
        isIncomplete(
                client,
                "tools/list",
                100,
                "incomplete, with 100 items: the list has more than 100 items."
                        + " Raise mcp.servers.big.max-list-items if the list is really that long.");
    }

    // F09: the number of items may change with each read, the cause does not
    @Test
    void endlessListEndsAtThePageLimit() {
        this.server.on("tools/list").always().reply(request -> {
            int number = this.server.requests("tools/list").size();
            String[] tools = tools(number, "");
            return Reply.result("{\"resultType\":\"complete\",\"nextCursor\":\"" + number + "\",\"tools\":["
                    + String.join(",", tools).replace("\"name\":\"", "\"name\":\"" + number + "_") + "]}");
        });
        McpClient client = client(builder -> builder.lists(lists -> lists.withMaxPages(2)));

        assertThat(client.listTools()).hasSize(1 + 2);
        isIncomplete(
                client,
                "tools/list",
                3,
                "incomplete, with 3 items: the list has more than 2 pages."
                        + " Raise mcp.servers.big.max-pages if the list is really that long.");
        assertThat(client.listTools()).hasSize(3 + 4);
        assertThat(client.status().list("tools/list").orElseThrow().items()).isEqualTo(7);
        assertThat(warnings()).hasSize(1);
    }

    // F09: of each list
    @ParameterizedTest
    @MethodSource("lists")
    void listThatIsTooLongIsReadUpToTheLimit(String method, Function<McpClient, List<?>> list) {
        this.server.prompts("{\"name\":\"a\"}", "{\"name\":\"b\"}");
        this.server.resources("{\"uri\":\"test://a\",\"name\":\"a\"}", "{\"uri\":\"test://b\",\"name\":\"b\"}");
        this.server.templates(
                "{\"uriTemplate\":\"test://{a}\",\"name\":\"a\"}", "{\"uriTemplate\":\"test://{b}\",\"name\":\"b\"}");
        McpClient client = client(builder -> builder.lists(lists -> lists.withMaxItems(1)));

        assertThat(list.apply(client)).hasSize(1);
        isIncomplete(
                client,
                method,
                1,
                "incomplete, with 1 item: the list has more than 1 items."
                        + " Raise mcp.servers.big.max-list-items if the list is really that long.");
    }

    static Stream<Arguments> lists() {
        return Stream.of(
                list("prompts/list", McpClient::listPrompts),
                list("resources/list", McpClient::listResources),
                list("resources/templates/list", client -> client.resources().listTemplates()));
    }

    private static Arguments list(String method, Function<McpClient, List<?>> list) {
        return Arguments.of(method, list);
    }

    // F09: a task list too, which only servers with a handshake have
    @Test
    void taskListThatIsTooLongIsReadUpToTheLimit() {
        try (ScriptedLegacyServer tasks = ScriptedHttpServer.legacy()) {
            tasks.on("initialize")
                    .always()
                    .reply(Reply.result(
                            "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tasks\":{\"list\":{}}},"
                                    + "\"serverInfo\":{\"name\":\"tasks\",\"version\":\"1\"}}"));
            tasks.on("tasks/list").always().reply(request -> {
                int page = tasks.requests("tasks/list").size();
                return Reply.result("{\"nextCursor\":\"" + page + "\",\"tasks\":[{\"taskId\":\"" + page
                        + "\",\"status\":\"working\",\"createdAt\":\"2025-11-25T10:30:00Z\",\"ttl\":null}]}");
            });
            McpClient client = client(builder -> builder.url(tasks.url()).lists(lists -> lists.withMaxPages(3)));

            assertThat(client.tasks().list(McpCallOptions.defaults())).hasSize(3);
            isIncomplete(
                    client,
                    "tasks/list",
                    3,
                    "incomplete, with 3 items: the list has more than 3 pages."
                            + " Raise mcp.servers.big.max-pages if the list is really that long.");
        }
    }

    /** Two pages; the second one is the given one. */
    private void twoPages(Reply second) {
        this.server
                .on("tools/list")
                .reply(Reply.result("{\"resultType\":\"complete\",\"nextCursor\":\"2\",\"tools\":[" + tool("a", "")
                        + "," + tool("b", "") + "]}"));
        this.server.on("tools/list").reply(second);
    }

    // F09, C13: a later page that is too large
    @Test
    void listEndsBeforeAPageThatExceedsTheMessageSizeLimit() {
        twoPages(Reply.result("{\"resultType\":\"complete\",\"tools\":[" + tool("c", described(5_000)) + "]}"));
        McpClient client = client(builder -> builder.limits(limits -> limits.withMaxMessageSize(4096)));

        assertThat(client.listTools()).extracting(Tool::name).containsExactly("a", "b");
        isIncomplete(
                client,
                "tools/list",
                2,
                "incomplete, with 2 items: page 2 cannot be read: the response is larger than 4096 bytes."
                        + " Raise mcp.servers.big.max-message-size if responses of this size are expected.");
    }

    // F09, F14: a fixed limit has no property
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void listEndsBeforeAPageThatIsNestedTooDeeplyOutsideOfItsItems(boolean isStream) {
        String page = "{\"resultType\":\"complete\",\"tools\":[],\"_meta\":{\"x\":" + nested(250) + "}}";
        twoPages(isStream ? Reply.sseResult(page) : Reply.result(page));
        McpClient client = client(builder -> builder);

        assertThat(client.listTools()).hasSize(2);
        isIncomplete(
                client,
                "tools/list",
                2,
                "incomplete, with 2 items: page 2 cannot be read: the response is not a JSON-RPC message:"
                        + " nested deeper than 200 levels");
    }

    // F09: another attempt may succeed, so nothing is hidden
    @Test
    void listFailsIfALaterPageFailsForAnotherReason() {
        twoPages(Reply.error(-32603, "database is down"));
        McpClient client = client(builder -> builder);

        assertThat(catchThrowableOfType(McpRequestException.class, client::listTools))
                .hasMessageContaining("database is down");
        McpListReport report = client.status().list("tools/list").orElseThrow();
        assertThat(report.incomplete()).isFalse();
        assertThat(report.problem()).contains("database is down");
    }

    // C13: there is nothing to offer
    @Test
    void listFailsIfItsFirstPageExceedsTheMessageSizeLimit() {
        this.server.tools(tool("c", described(5_000)));
        McpClient client = client(builder -> builder.limits(limits -> limits.withMaxMessageSize(4096)));

        assertThat(limit(client::listTools))
                .hasMessageContaining("Raise mcp.servers.big.max-message-size if responses of this size are expected.");
        McpListReport report = client.status().list("tools/list").orElseThrow();
        assertThat(report.incomplete()).isFalse();
        assertThat(report.problem())
                .isEqualTo("the response is larger than 4096 bytes."
                        + " Raise mcp.servers.big.max-message-size if responses of this size are expected.");
    }

    private static String nested(int levels) {
        return "[".repeat(levels) + "]".repeat(levels);
    }

    // F14: one definition does not hide the others
    @Test
    void toolThatIsNestedTooDeeplyIsDroppedAndReported() {
        this.server.tools(
                tool("a", ""),
                tool("deep", ",\"x\":" + nested(250)),
                tool("very deep", ",\"x\":" + nested(100_000)),
                tool("b", ""));
        McpClient client = client(builder -> builder);

        assertThat(client.listTools()).extracting(Tool::name).containsExactly("a", "b");
        assertThat(client.listTools()).hasSize(2);
        assertThat(client.status().list("tools/list").orElseThrow().droppedItems())
                .containsExactly(
                        DroppedItem.of("deep", "nested deeper than 200 levels"),
                        DroppedItem.of("very deep", "nested deeper than 200 levels"));
        assertThat(warnings())
                .singleElement(STRING)
                .contains("dropped 2 of 4 items: \"deep\" (nested deeper than 200 levels)");
        assertThat(client.tools().page(null, McpCallOptions.defaults()).tools())
                .extracting(Tool::name)
                .containsExactly("a", "b");
    }

    // F14: a few characters that take megabytes when the number is written out
    @Test
    void toolWithANumberBeyondTheExponentLimitIsDroppedAndReported() {
        this.server.tools(tool("a", ""), tool("absurd", ",\"maximum\":1e999999999"), tool("b", ""));
        McpClient client = client(builder -> builder);

        assertThat(client.listTools()).extracting(Tool::name).containsExactly("a", "b");
        assertThat(client.status().list("tools/list").orElseThrow().droppedItems())
                .containsExactly(DroppedItem.of("absurd", "a number with an exponent beyond 10000"));
    }

    // G06: one definition does not hide the others
    @Test
    void toolWithTooManyNodesIsDroppedAndReported() {
        this.server.tools(
                tool("a", ""),
                tool("dense", ",\"x\":" + emptyObjects(250_000)),
                tool("b", ",\"x\":" + emptyObjects(10)));
        McpClient client = client(builder -> builder);

        assertThat(client.listTools()).extracting(Tool::name).containsExactly("a", "b");
        assertThat(client.status().list("tools/list").orElseThrow().droppedItems())
                .singleElement()
                .extracting(DroppedItem::name, DroppedItem::reason)
                .containsExactly(
                        "dense", "it has 500012 JSON nodes, and its message more than 500000, see max-message-nodes");
        assertThat(warnings())
                .singleElement(STRING)
                .contains("Raise mcp.servers.big.max-message-nodes if definitions of this size are expected.");
    }

    // F14: of each list
    @Test
    void otherDefinitionsThatAreNestedTooDeeplyAreDroppedAndReported() {
        String deep = ",\"_meta\":{\"x\":" + nested(250) + "}}";
        this.server.prompts("{\"name\":\"p1\"" + deep, "{\"name\":\"p2\"}");
        this.server.resources("{\"uri\":\"test://1\",\"name\":\"r\"" + deep, "{\"uri\":\"test://2\",\"name\":\"r\"}");
        this.server.templates(
                "{\"uriTemplate\":\"test://{a}\",\"name\":\"t\"" + deep,
                "{\"uriTemplate\":\"test://{b}\",\"name\":\"t\"}");
        McpClient client = client(builder -> builder);

        assertThat(client.listPrompts()).singleElement().extracting("name").isEqualTo("p2");
        assertThat(client.listResources()).singleElement().extracting("uri").isEqualTo("test://2");
        assertThat(client.resources().listTemplates())
                .singleElement()
                .extracting("uriTemplate")
                .isEqualTo("test://{b}");
        assertThat(client.status().lists())
                .flatExtracting(McpListReport::droppedItems)
                .extracting(DroppedItem::name)
                .containsExactly("p1", "test://1", "test://{a}");
    }

    // F09: also what is left out of the list counts
    @Test
    void endlessListEndsAtTheSizeLimit() {
        endless(tools(2, described(3000)));
        McpClient client = client(
                builder -> builder.lists(lists -> lists.withMaxSize(16 * 1024).withMaxDefinitionSize(1024)));

        assertThat(client.listTools()).isEmpty();
        assertThat(this.server.requests("tools/list")).hasSize(3);
        isIncomplete(
                client,
                "tools/list",
                0,
                "incomplete, with 0 items: the items of the list have more than 16384 bytes."
                        + " Raise mcp.servers.big.max-list-size if the list is really that long.");
    }

    // F09, G06: a byte of "{}," takes twenty bytes of heap
    @Test
    void endlessListEndsAtTheNodeLimit() {
        endless(tool("t", ",\"x\":" + emptyObjects(300)));
        McpClient client = client(builder -> builder.limits(limits -> limits.withMaxMessageNodes(1000)));

        assertThat(client.listTools()).hasSize(1);
        assertThat(this.server.requests("tools/list")).hasSize(2);
        isIncomplete(
                client,
                "tools/list",
                1,
                "incomplete, with 1 item: the items of the list have more than 1000 JSON nodes."
                        + " Raise mcp.servers.big.max-message-nodes if the list is really that long.");
    }

    // G06
    @Test
    void callWhenTheMessageHasTooManyNodesFails() {
        this.server
                .on("tools/call")
                .reply(Reply.result("{\"resultType\":\"complete\",\"content\":[],\"structuredContent\":{\"x\":"
                        + emptyObjects(300_000) + "}}"));
        McpClient client = client(builder -> builder);

        assertThat(limit(() -> client.callTool("echo", Map.of())))
                .hasMessageContaining("more than 500000 nodes (max-message-nodes)")
                .hasMessageContaining(
                        "Raise mcp.servers.big.max-message-nodes if responses of this size are expected.");
        assertThat(client.callTool("echo", Map.of()).isErrorResult()).isFalse();
    }

    // I25
    @Test
    void toolThatExceedsTheSizeLimitIsDroppedAndReported() {
        this.server.tools(tool("small", ""), tool("large", described(270_000)), tool("last", described(250_000)));
        McpClient client = client(builder -> builder);

        assertThat(client.listTools()).extracting(Tool::name).containsExactly("small", "last");
        assertThat(client.listTools()).hasSize(2);

        McpListReport report = client.status().list("tools/list").orElseThrow();
        assertThat(report.droppedItems())
                .containsExactly(
                        DroppedItem.of("large", "its definition is larger than 262144 bytes, see max-definition-size"));
        assertThat(warnings())
                .singleElement(STRING)
                .contains("dropped 1 of 3 items")
                .contains("\"large\" (its definition is larger than 262144 bytes, see max-definition-size)")
                .contains("Raise mcp.servers.big.max-definition-size");
        assertThat(client.tools().page(null, McpCallOptions.defaults()).tools())
                .extracting(Tool::name)
                .containsExactly("small", "last");
    }

    // I25
    @Test
    void toolsBeyondTheTotalSizeLimitAreDroppedAndReported() {
        this.server.tools(tools(40, described(50_000)));
        McpClient client = client(builder -> builder);

        assertThat(client.listTools())
                .hasSize(20)
                .first()
                .extracting(Tool::name)
                .isEqualTo("t0");
        assertThat(client.status().list("tools/list").orElseThrow())
                .extracting(McpListReport::items, McpListReport::dropped)
                .containsExactly(20, 20);
        assertThat(warnings())
                .singleElement(STRING)
                .contains("dropped 20 of 40 items")
                .contains("all definitions together are larger than 1048576 bytes, see max-tools-size");
    }

    // I25: an application that lists page by page decides what it keeps; what the client keeps is bounded
    @Test
    void definitionsRetainedWhenPagingManuallyAreBounded() {
        String output = described(1500) + "},\"outputSchema\":{\"type\":\"object\",\"required\":[\"x\"]";
        this.server.on("tools/list").always().reply(request -> {
            int page = this.server.requests("tools/list").size();
            return Reply.result("{\"resultType\":\"complete\",\"tools\":[" + tool("t" + page, output) + "]}");
        });
        this.server
                .on("tools/call")
                .always()
                .reply(Reply.result("{\"resultType\":\"complete\",\"content\":[],\"structuredContent\":{}}"));
        McpClient client = client(builder -> builder.lists(lists -> lists.withMaxToolsSize(2048)));

        assertThat(client.tools().page(null, McpCallOptions.defaults()).tools()).hasSize(1);
        assertThat(client.tools().page("2", McpCallOptions.defaults()).tools()).hasSize(1);

        assertThat(catchThrowableOfType(McpProtocolException.class, () -> client.callTool("t1", Map.of())))
                .hasMessageContaining("declares an output schema");
        assertThat(client.callTool("t2", Map.of()).isErrorResult()).isFalse();
    }

    // I25: more and longer descriptions than those of the largest servers in use
    @Test
    void hundredToolsOfEightKilobytesAreListed() {
        this.server.tools(tools(100, described(8_000)));
        McpClient client = client(builder -> builder);

        assertThat(client.listTools()).hasSize(100);
        assertThat(warnings()).isEmpty();
    }

    // I25
    @Test
    void otherDefinitionsThatExceedTheSizeLimitAreDroppedAndReported() {
        String large = ",\"description\":\"" + "x".repeat(2_000) + "\"}";
        this.server.prompts("{\"name\":\"p1\"" + large, "{\"name\":\"p2\"}");
        this.server.resources("{\"uri\":\"test://1\",\"name\":\"r\"" + large, "{\"uri\":\"test://2\",\"name\":\"r\"}");
        this.server.templates(
                "{\"uriTemplate\":\"test://{a}\",\"name\":\"t\"" + large,
                "{\"uriTemplate\":\"test://{b}\",\"name\":\"t\"}");
        McpClient client = client(builder -> builder.lists(lists -> lists.withMaxDefinitionSize(1024)));

        assertThat(client.listPrompts()).singleElement().extracting("name").isEqualTo("p2");
        assertThat(client.listResources()).singleElement().extracting("uri").isEqualTo("test://2");
        assertThat(client.resources().listTemplates())
                .singleElement()
                .extracting("uriTemplate")
                .isEqualTo("test://{b}");

        assertThat(client.status().lists())
                .flatExtracting(McpListReport::droppedItems)
                .extracting(DroppedItem::name, DroppedItem::isWhole)
                .containsExactly(tuple("p1", true), tuple("test://1", true), tuple("test://{a}", true));
        assertThat(warnings()).hasSize(3);
    }
}
