package io.mcpclient;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.internal.support.Loggers;
import io.mcpclient.schema.DroppedItem;
import io.mcpclient.schema.Tool;
import io.mcpclient.status.McpListReport;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
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

    private final ScriptedModernServer server = ScriptedHttpServer.modern();

    private final Logger logger = (Logger) Loggers.TOOLS;

    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @AfterEach
    void close() {
        this.logger.detachAppender(this.log);
        this.server.close();
    }

    private McpClient client(UnaryOperator<McpClientBuilder> limits) {
        this.log.start();
        this.logger.addAppender(this.log);
        return this.invariants.build(limits.apply(
                McpClient.builder("big").url(this.server.url()).timeouts(timeouts -> timeouts.withRequest(SOON))));
    }

    private List<String> warnings() {
        return this.log.list.stream()
                .filter(event -> event.getLevel() == Level.WARN)
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
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

    // F09
    @Test
    void listWhenPagesNeverEndStopsAtTheNumberOfItems() {
        endless(tools(40, ""));
        McpClient client = client(builder -> builder.lists(lists -> lists.withMaxItems(100)));

        assertThat(limit(client::listTools))
                .hasMessageContaining("\"big\"")
                .hasMessageContaining("tools/list")
                .hasMessageContaining("more than 100 items (pages so far: 3)")
                .hasMessageContaining("mcp.servers.big.max-list-items");
        assertThat(this.server.requests("tools/list")).hasSize(3);
    }

    // F09: also what is left out of the list counts
    @Test
    void listWhenPagesNeverEndStopsAtTheirSize() {
        endless(tools(2, described(3000)));
        McpClient client = client(
                builder -> builder.lists(lists -> lists.withMaxSize(16 * 1024).withMaxDefinitionSize(1024)));

        assertThat(limit(client::listTools))
                .hasMessageContaining("the items of the list have more than 16384 bytes (pages so far: 3)")
                .hasMessageContaining("mcp.servers.big.max-list-size");
    }

    // F09, G06: a byte of "{}," takes twenty bytes of heap
    @Test
    void listWhenPagesNeverEndStopsAtTheNumberOfNodes() {
        endless(tool("t", ",\"x\":" + emptyObjects(300)));
        McpClient client = client(builder -> builder.limits(limits -> limits.withMaxMessageNodes(1000)));

        assertThat(limit(client::listTools))
                .hasMessageContaining("more than 1000 JSON nodes (pages so far: 2)")
                .hasMessageContaining("mcp.servers.big.max-message-nodes");
    }

    // G06
    @Test
    void messageWithTooManyNodesFailsItsCall() {
        this.server
                .on("tools/call")
                .reply(Reply.result("{\"resultType\":\"complete\",\"content\":[],\"structuredContent\":{\"x\":"
                        + emptyObjects(300_000) + "}}"));
        McpClient client = client(builder -> builder);

        assertThat(limit(() -> client.callTool("echo", Map.of())))
                .hasMessageContaining("more than 500000 nodes (max-message-nodes)");
        assertThat(client.callTool("echo", Map.of()).isErrorResult()).isFalse();
    }

    // I25
    @Test
    void toolThatIsTooLargeIsLeftOutAndReported() {
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
        assertThat(client.listToolsPage(null, McpCallOptions.defaults()).tools())
                .extracting(Tool::name)
                .containsExactly("small", "last");
    }

    // I25
    @Test
    void toolsBeyondTheBudgetOfTheServerAreLeftOutAndReported() {
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
    void toolsOfMorePagesThanTheBudgetAreNotRemembered() {
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

        assertThat(client.listToolsPage(null, McpCallOptions.defaults()).tools())
                .hasSize(1);
        assertThat(client.listToolsPage("2", McpCallOptions.defaults()).tools()).hasSize(1);

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
    void otherDefinitionsThatAreTooLargeAreLeftOutAndReported() {
        String large = ",\"description\":\"" + "x".repeat(2_000) + "\"}";
        this.server.prompts("{\"name\":\"p1\"" + large, "{\"name\":\"p2\"}");
        this.server.resources("{\"uri\":\"test://1\",\"name\":\"r\"" + large, "{\"uri\":\"test://2\",\"name\":\"r\"}");
        this.server.templates(
                "{\"uriTemplate\":\"test://{a}\",\"name\":\"t\"" + large,
                "{\"uriTemplate\":\"test://{b}\",\"name\":\"t\"}");
        McpClient client = client(builder -> builder.lists(lists -> lists.withMaxDefinitionSize(1024)));

        assertThat(client.listPrompts()).singleElement().extracting("name").isEqualTo("p2");
        assertThat(client.listResources()).singleElement().extracting("uri").isEqualTo("test://2");
        assertThat(client.listResourceTemplates())
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
