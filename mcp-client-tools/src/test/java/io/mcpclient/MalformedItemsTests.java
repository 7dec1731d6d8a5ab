package io.mcpclient;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import ch.qos.logback.classic.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpToolException;
import io.mcpclient.registry.McpPromptRegistry;
import io.mcpclient.registry.McpRegisteredPrompt;
import io.mcpclient.registry.McpRegisteredTool;
import io.mcpclient.registry.McpToolNaming;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.DroppedItem;
import io.mcpclient.schema.ListToolsResult;
import io.mcpclient.schema.Prompt;
import io.mcpclient.schema.Resource;
import io.mcpclient.schema.ResourceTemplate;
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
import static org.awaitility.Awaitility.await;

/** A server that gets one item of a list wrong, or one piece of a result: the rest of it works. */
@Timeout(60)
class MalformedItemsTests {

    private static final Duration SOON = Duration.ofSeconds(10);

    private static final String GOOD = "{\"name\":\"good\",\"inputSchema\":{\"type\":\"object\"}}";

    private static final String BAD = "{\"name\":\"bad\"}";

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private final ScriptedLegacyServer legacy = ScriptedHttpServer.legacy();

    private final ScriptedModernServer modern = ScriptedHttpServer.modern();

    private final McpClient client = client(this.legacy);

    private final McpClient modernClient = client(this.modern);

    @RegisterExtension
    final CapturedLog log = CapturedLog.of(Loggers.TOOLS);

    @AfterEach
    void close() {
        this.client.close();
        this.modernClient.close();
        this.legacy.close();
        this.modern.close();
    }

    private static McpClient client(ScriptedHttpServer server) {
        return McpClient.builder("weather")
                .url(server.url())
                .timeouts(timeouts -> timeouts.withConnect(SOON).withRequest(SOON))
                .build();
    }

    private List<String> lines(Level level) {
        return this.log.messages(level);
    }

    private static List<String> names(List<Tool> tools) {
        return tools.stream().map(Tool::name).toList();
    }

    @Test
    void listToolsWhenOneToolIsMalformedReturnsTheOthers() {
        this.legacy.tools(BAD, GOOD);
        this.modern.tools(GOOD, BAD, GOOD.replace("good", "better"));

        assertThat(names(this.client.listTools())).containsExactly("good");
        assertThat(names(this.modernClient.listTools())).containsExactly("good", "better");
        assertThat(this.modernClient.callTool("better", Map.of()).text()).isEqualTo("{}");
    }

    // The status says what is missing and why, for each list
    @Test
    void statusReportsDroppedItemsOfEachList() {
        this.modern.tools(GOOD, BAD, GOOD.replace("\"name\"", "\"title\":{},\"name\""), GOOD);
        this.modern.prompts("{\"name\":\"greet\"}", "{\"title\":\"nameless\"}");
        this.modern.resources("{\"uri\":\"test://one\",\"icons\":[{}]}", "{}");
        this.modern.templates("{\"uriTemplate\":\"test://{a}\"}");

        assertThat(this.modernClient.status().lists()).isEmpty();
        this.modernClient.listTools();
        assertThat(this.modernClient.listPrompts()).extracting(Prompt::name).containsExactly("greet");
        assertThat(this.modernClient.listResources()).extracting(Resource::uri).containsExactly("test://one");
        assertThat(this.modernClient.resources().listTemplates())
                .extracting(ResourceTemplate::uriTemplate)
                .containsExactly("test://{a}");

        assertThat(this.modernClient.status().lists())
                .extracting(McpListReport::list, McpListReport::items, McpListReport::dropped)
                .containsExactly(
                        tuple("prompts/list", 1, 1),
                        tuple("resources/list", 1, 1),
                        tuple("resources/templates/list", 1, 0),
                        tuple("tools/list", 1, 3));
        assertThat(this.modernClient.status().list("tools/list").orElseThrow().droppedItems())
                .containsExactly(
                        DroppedItem.of("bad", "tool has no \"inputSchema\""),
                        new DroppedItem("good", "title", "expected a string, found an object"),
                        DroppedItem.of("good", "another item of the list has the same name"),
                        DroppedItem.of("good", "another item of the list has the same name"));
        assertThat(this.modernClient
                        .status()
                        .list("resources/list")
                        .orElseThrow()
                        .droppedItems())
                .containsExactly(
                        new DroppedItem("test://one", "icons[0]", "icon has no \"src\""),
                        DroppedItem.of("#2", "resource has no \"uri\""));
    }

    // One line for a list, however many items are wrong, and again only when others are
    @Test
    void droppedItemsAreLoggedOnceUntilTheyChange() {
        this.legacy.tools(BAD, GOOD, "{}", "7", "null", "{\"name\":\"e\"}", "{\"name\":\"f\"}");
        this.client.listTools();
        this.client.listTools();

        assertThat(lines(Level.WARN))
                .containsExactly("MCP server \"weather\": tools/list: dropped 6 of 7 items:"
                        + " \"bad\" (tool has no \"inputSchema\"), \"#3\" (tool has no \"name\"),"
                        + " \"#4\" (it is not an object), \"#5\" (it is not an object),"
                        + " \"e\" (tool has no \"inputSchema\") and 1 more."
                        + " Ask the server's operator to correct them.");

        this.legacy.tools(BAD, GOOD);
        this.client.listTools();
        assertThat(lines(Level.WARN)).hasSize(2).last().asString().contains("1 of 2 items");

        this.legacy.tools(GOOD);
        this.client.listTools();
        this.client.listTools();
        assertThat(lines(Level.WARN)).hasSize(2);
        assertThat(lines(Level.INFO))
                .containsExactly("MCP server \"weather\": tools/list: no items are dropped any longer");
        assertThat(this.client.status().list("tools/list").orElseThrow().droppedItems())
                .isEmpty();
    }

    // A page shows what was left out of it
    @Test
    void listToolsPageReportsDroppedItems() {
        this.legacy.tools(BAD, GOOD);

        ListToolsResult page = this.client.tools().page(null, McpCallOptions.defaults());
        this.client.tools().page(null, McpCallOptions.defaults());

        assertThat(names(page.tools())).containsExactly("good");
        assertThat(page.dropped()).extracting(DroppedItem::name).containsExactly("bad");
        assertThat(lines(Level.WARN)).hasSize(1);
    }

    // Registries have what is left
    @Test
    void registriesContainOnlyTheValidItems() {
        this.modern.tools(BAD, GOOD);
        this.modern.prompts("{}", "{\"name\":\"greet\"}", "{\"name\":\"greet\"}");
        McpClients clients = new McpClients(List.of(this.modernClient));
        try (McpToolRegistry tools = McpToolRegistry.of(clients, McpToolNaming.defaults());
                McpPromptRegistry prompts = McpPromptRegistry.of(clients, McpToolNaming.defaults())) {
            this.modernClient.session().start();

            await().atMost(SOON).untilAsserted(() -> assertThat(tools.snapshot().tools())
                    .extracting(McpRegisteredTool::name)
                    .containsExactly("good"));
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(prompts.snapshot().prompts())
                            .extracting(McpRegisteredPrompt::name)
                            .containsExactly("greet"));
            assertThat(tools.callTool("good", Map.of("a", 1)).text()).isEqualTo("{\"a\":1}");
        }
    }

    // TOOL-12, TOOL-19: an error of a tool without a text remains an error of the tool
    @Test
    void callToolWhenAnErrorResultHasNoTextReportsAToolError() {
        Reply failure = Reply.result("{\"content\":[{\"type\":\"text\"}],\"isError\":true}");
        this.legacy.on("tools/call").times(2).reply(failure);

        CallToolResult result = this.client.callTool("echo", Map.of());
        assertThat(result.isErrorResult()).isTrue();
        assertThat(result.text()).isEmpty();
        assertThat(catchThrowableOfType(
                        McpToolException.class, () -> this.client.callTool("echo", Map.of(), String.class)))
                .hasMessageContaining("tool \"echo\" failed");
    }
}
