package io.mcpclient.internal.era.modern;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import ch.qos.logback.classic.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.DroppedItem;
import io.mcpclient.schema.ListToolsResult;
import io.mcpclient.schema.Tool;
import io.mcpclient.support.Loggers;
import io.mcpclient.testkit.CapturedLog;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(30)
class ToolHeadersTests {

    private static final JsonCodec CODEC = new JsonCodec(JsonLimits.DEFAULT);

    private final ToolHeaders headers = new ToolHeaders("weather", CODEC);

    private static String tool(String name, String header) {
        return "{'name':'" + name + "','inputSchema':{'properties':{'a':{'type':'string','x-mcp-header':'" + header
                + "'}}}}";
    }

    private static String plainTool(String name) {
        return "{'name':'" + name + "','inputSchema':{'properties':{'a':{'type':'string'}}}}";
    }

    private static ListToolsResult page(String... tools) {
        String json = "{'tools':[" + String.join(",", tools)
                + "],'nextCursor':'2','ttlMs':5000,'cacheScope':'public','_meta':{'a':1},'com.example/b':2}";
        ListToolsResult page = CODEC.fromJson(json.replace('\'', '"'), ListToolsResult.class);
        assertThat(page).isNotNull();
        return page;
    }

    private List<String> accepted(String... tools) {
        return ((ListToolsResult) this.headers.accept(page(tools)))
                .tools().stream().map(Tool::name).toList();
    }

    private Map<String, String> of(String tool) {
        return this.headers.of(CallToolParams.of(tool, Map.of("a", "x")));
    }

    private List<DroppedItem> dropped(String... tools) {
        return ((ListToolsResult) this.headers.accept(page(tools))).dropped();
    }

    // HDR-06, HDR-19, HDR-20
    @Test
    void ofUsesTheLatestListedDefinition() {
        assertThat(of("t")).isEmpty();
        accepted(tool("t", "One"), plainTool("u"));
        assertThat(of("t")).containsExactly(Map.entry("Mcp-Param-One", "x"));
        assertThat(of("u")).isEmpty();
        assertThat(this.headers.of(CallToolParams.of("t", null))).isEmpty();

        accepted(tool("t", "Two"));
        assertThat(of("t")).containsExactly(Map.entry("Mcp-Param-Two", "x"));

        accepted(plainTool("t"));
        assertThat(of("t")).isEmpty();
    }

    // fault I17, HDR-22: said once for what a tool wants
    @Test
    void acceptWarnsAboutSecretsInHeaders() {
        String login = tool("login", "One").replace("'a'", "'password'");
        CapturedLog log = CapturedLog.of(Loggers.TOOLS).open();
        try (log) {
            accepted(login, tool("t", "Two"));
            accepted(login);
        }

        assertThat(log.events()).singleElement().satisfies(event -> {
            assertThat(event.getLevel()).isEqualTo(Level.WARN);
            assertThat(event.getFormattedMessage())
                    .contains("\"weather\"", "\"login\"", "/password", "remove x-mcp-header");
        });
    }

    record Params(String name, Map<String, String> arguments) {}

    // HDR-06: a request that an application makes by itself is a call like any other
    @Test
    void ofReadsParamsOfAnyType() {
        accepted(tool("t", "One"));

        assertThat(this.headers.of(Map.of("name", "t", "arguments", Map.of("a", "x"))))
                .containsValue("x");
        assertThat(this.headers.of(new Params("t", Map.of("a", "x")))).containsValue("x");
        assertThat(this.headers.of(Map.of("name", "t"))).isEmpty();
        assertThat(this.headers.of(Map.of("name", 7))).isEmpty();
        assertThat(this.headers.of(null)).isEmpty();
    }

    // HDR-19: other pages, and pages out of the cache, do not pass by here
    @Test
    void ofReturnsHeadersOfToolsFromOtherPages() {
        accepted(tool("t", "One"));
        accepted(tool("u", "One"));
        assertThat(of("t")).isNotEmpty();
    }

    // HDR-09, CACHE-13, I15: only illegal tools are left out, and nothing else of the page is touched
    @Test
    void acceptOmitsToolsWithInvalidAnnotations() {
        ListToolsResult page = page(tool("good", "A"), tool("bad", "no header"), plainTool("plain"));
        ListToolsResult accepted = (ListToolsResult) this.headers.accept(page);

        assertThat(accepted.tools())
                .containsExactly(page.tools().get(0), page.tools().get(2));
        assertThat(accepted)
                .usingRecursiveComparison()
                .ignoringFields("tools", "dropped")
                .isEqualTo(page);
        assertThat(of("good")).isNotEmpty();
        assertThat(of("bad")).isEmpty();
    }

    // HDR-09: nor does an application see them that reads the list as plain JSON
    @Test
    void acceptOmitsToolsWithInvalidAnnotationsFromPlainJson() {
        Map<?, ?> page =
                CODEC.convert(page(tool("good", "A"), tool("bad", "no header"), plainTool("plain")), Map.class);
        assertThat(page).isNotNull();
        Map<Object, Object> odd = new LinkedHashMap<>(page);
        List<Object> tools = new ArrayList<>((List<?>) odd.get("tools"));
        tools.add("no tool");
        odd.put("tools", tools);

        Map<?, ?> accepted = (Map<?, ?>) this.headers.accept(odd);

        assertThat(accepted.get("tools")).isEqualTo(List.of(tools.get(0), tools.get(2), "no tool"));
        assertThat(accepted.get("nextCursor")).isEqualTo("2");
        assertThat(of("good")).isNotEmpty();
        assertThat(this.headers.accept(accepted)).isSameAs(accepted);
        assertThat(this.headers.accept(Map.of("tools", 7))).isEqualTo(Map.of("tools", 7));
    }

    // Pages of good servers are passed on as they are, and so is whatever is no page
    @Test
    void acceptWhenAllToolsAreValidReturnsTheSameInstance() {
        ListToolsResult page = page(tool("t", "A"));
        assertThat(this.headers.accept(page)).isSameAs(page);
        assertThat(this.headers.accept("other")).isEqualTo("other");
    }

    // HDR-09, HDR-19: the headers of a legal tool are removed with it
    @Test
    void ofWhenToolHasBecomeInvalidReturnsNothing() {
        accepted(tool("t", "A"));
        assertThat(accepted(tool("t", ""))).isEmpty();
        assertThat(of("t")).isEmpty();
    }

    // fault F30: the one that the list keeps
    @Test
    void ofWhenANameIsDuplicatedReturnsTheFirstValidTool() {
        accepted(tool("t", ""), tool("t", "One"), tool("t", "Two"), tool("t", ""));
        assertThat(of("t")).containsOnlyKeys("Mcp-Param-One");

        accepted(plainTool("t"), tool("t", "Two"));
        assertThat(of("t")).isEmpty();
    }

    // HDR-11, Q-08, faults I06, I07: each with a reason, printable
    @Test
    void acceptReportsDroppedToolsWithTheReason() {
        String reason =
                "it cannot be called over HTTP: its x-mcp-header at \"/a\" cannot be part of a header name: \"%s\"";

        assertThat(dropped(tool("t", ""), tool("u\\n\\u001b[31m", "a b"), plainTool("v")))
                .containsExactly(
                        DroppedItem.of("t", reason.formatted("")),
                        DroppedItem.of("u \\u001b[31m", reason.formatted("a b")));
    }

    // A server cannot fill the memory
    @Test
    void acceptWhenThereAreTooManyToolsRetainsHeadersOfTheLastOnes() {
        List<String> tools = new ArrayList<>();
        IntStream.range(0, 10_002).forEach(i -> tools.add(tool("t" + i, "A")));
        IntStream.range(0, 10_002).forEach(i -> tools.add(tool("bad" + i, "")));
        assertThat(accepted(tools.toArray(String[]::new))).hasSize(10_002);

        assertThat(of("t1")).isEmpty();
        assertThat(of("t2")).isNotEmpty();
        assertThat(of("t10001")).isNotEmpty();
    }
}
