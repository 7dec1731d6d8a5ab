package io.mcpclient.jsonrpc;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import io.mcpclient.schema.DroppedItem;
import io.mcpclient.schema.Icon;
import io.mcpclient.schema.ListPage;
import io.mcpclient.schema.ListPromptsResult;
import io.mcpclient.schema.ListResourceTemplatesResult;
import io.mcpclient.schema.ListResourcesResult;
import io.mcpclient.schema.ListToolsResult;
import io.mcpclient.schema.Prompt;
import io.mcpclient.schema.Tool;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(30)
class ListBindingTests {

    private static final String GOOD = "{\"name\":\"good\",\"inputSchema\":{\"type\":\"object\"}}";

    private final JsonCodec codec = new JsonCodec(JsonLimits.DEFAULT);

    private JsonRpcMessage decode(String result, Class<?> type) {
        JsonRpcMessage message = decode("\"id\":7,\"result\":" + result, id -> type);
        // The same with the id behind the result, where the type is known in the second pass alone.
        assertThat(decode("\"result\":" + result + ",\"id\":7", id -> (id != null) ? type : null))
                .isEqualTo(message);
        return message;
    }

    private JsonRpcMessage decode(String members, ResultTypes types) {
        byte[] json = ("{\"jsonrpc\":\"2.0\"," + members + "}").getBytes(StandardCharsets.UTF_8);
        return this.codec.decode(json, 0, json.length, types);
    }

    private <P extends ListPage<?>> P page(String result, Class<P> type) {
        return type.cast(((JsonRpcResult) decode(result, type)).result());
    }

    private ListToolsResult tools(String... tools) {
        return page(
                "{\"tools\":[" + String.join(",", tools) + "],\"nextCursor\":\"2\",\"x\":1}", ListToolsResult.class);
    }

    private static List<String> names(ListToolsResult page) {
        return page.tools().stream().map(Tool::name).toList();
    }

    // An unusable one is left out with the reason, the others stay
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', nullValues = "-", textBlock = """
            {"name":"bad"}|bad|tool has no "inputSchema"
            {"name":"bad","inputSchema":null}|bad|tool has no "inputSchema"
            {"name":"bad","inputSchema":[]}|bad|expected an object, found an array at inputSchema
            {"name":"bad","inputSchema":"object"}|bad|expected an object, found a string at inputSchema
            {"name":"bad","inputSchema":true}|bad|expected an object, found a boolean at inputSchema
            {"inputSchema":{}}|#2|tool has no "name"
            {"name":null,"inputSchema":{}}|#2|tool has no "name"
            {"name":{},"inputSchema":{}}|#2|expected a string, found an object at name
            null|#2|it is not an object
            "bad"|#2|it is not an object
            [{"name":"bad"}]|#2|it is not an object
            {}|#2|tool has no "name"
            """)
    void unusableToolsAreDroppedAndReportedByName(String tool, String name, String reason) {
        ListToolsResult page = tools(GOOD, tool, GOOD.replace("good", "better"));

        assertThat(names(page)).containsExactly("good", "better");
        assertThat(page.dropped()).containsExactly(DroppedItem.of(name, reason));
        assertThat(page.nextCursor()).isEqualTo("2");
        assertThat(page.extra()).isEqualTo(Map.of("x", 1));
    }

    // A wrong member that the tool can do without is left out alone; what is missing then has the safe meaning of
    // absence
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "annotations":"safe"|annotations
            "annotations":{"title":"T","readOnlyHint":"very","idempotentHint":true}|annotations.readOnlyHint
            "annotations":{"title":"T","destructiveHint":{},"idempotentHint":true}|annotations.destructiveHint
            "icons":"i.png"|icons
            "icons":[7,{"src":"https://x/i.png"}]|icons[0]
            "icons":[{"mimeType":"image/png"},{"src":"https://x/i.png"}]|icons[0]
            "icons":[{"src":"https://x/i.png","sizes":7.5,"theme":{}}]|icons[0].theme
            "title":{"en":"T"}|title
            "description":["a","b"]|description
            "outputSchema":"object"|outputSchema
            "execution":{"taskSupport":{}}|execution.taskSupport
            "_meta":[]|_meta
            """)
    void invalidOptionalMembersAreDroppedWithoutTheTool(String member, String path) {
        ListToolsResult page = tools("{\"name\":\"odd\",\"inputSchema\":{\"a\":1}," + member + "}", GOOD);

        assertThat(names(page)).containsExactly("odd", "good");
        assertThat(page.tools().get(0).inputSchema().text()).isEqualTo("{\"a\":1}");
        assertThat(page.dropped()).singleElement().satisfies(dropped -> {
            assertThat(dropped.name()).isEqualTo("odd");
            assertThat(dropped.member()).isEqualTo(path);
            assertThat(dropped.reason()).isNotBlank().doesNotContain("java", "tools.jackson", "io.mcpclient", "`");
        });
    }

    @Test
    void partlyInvalidToolKeepsItsValidMembers() {
        Tool tool = tools(
                        "{\"name\":\"odd\",\"inputSchema\":{},\"annotations\":{\"title\":\"T\",\"readOnlyHint\":\"yes\","
                                + "\"idempotentHint\":true},\"icons\":[{},{\"src\":\"https://x/i.png\",\"theme\":7}],\"_meta\":{\"k\":1},"
                                + "\"own\":[1]}")
                .tools()
                .get(0);

        assertThat(tool.displayName()).isEqualTo("T");
        assertThat(tool.annotations()).isNotNull().satisfies(annotations -> {
            assertThat(annotations.isReadOnly()).isFalse();
            assertThat(annotations.isIdempotent()).isTrue();
        });
        assertThat(tool.icons()).extracting(Icon::src).containsExactly("https://x/i.png");
        assertThat(tool.meta()).isEqualTo(Map.of("k", 1));
        assertThat(tool.extra()).isEqualTo(Map.of("own", List.of(1)));
    }

    static Stream<Arguments> otherLists() {
        return Stream.of(
                Arguments.of(
                        ListPromptsResult.class,
                        "prompts",
                        "{\"name\":\"a\"}",
                        List.of(
                                "{\"title\":\"no name\"}",
                                "{\"name\":\"b\",\"arguments\":{}}",
                                "{\"name\":\"c\",\"arguments\":[{\"name\":\"x\"},{\"title\":\"no name\"}]}"),
                        "{\"name\":\"d\",\"icons\":7,\"arguments\":[{\"name\":\"x\",\"title\":[]}]}"),
                Arguments.of(
                        ListResourcesResult.class,
                        "resources",
                        "{\"uri\":\"test://a\"}",
                        List.of("{\"name\":\"no uri\"}", "{\"uri\":[]}", "7"),
                        "{\"uri\":\"test://b\",\"size\":\"big\",\"annotations\":{\"audience\":\"user\"}}"),
                Arguments.of(
                        ListResourceTemplatesResult.class,
                        "resourceTemplates",
                        "{\"uriTemplate\":\"test://{a}\"}",
                        List.of("{\"uri\":\"test://a\"}", "{\"uriTemplate\":null}"),
                        "{\"uriTemplate\":\"test://{b}\",\"mimeType\":{},\"icons\":[{\"src\":1.5},{}]}"));
    }

    @ParameterizedTest
    @MethodSource("otherLists")
    void otherListsDropInvalidItemsToo(
            Class<? extends ListPage<?>> type, String member, String good, List<String> bad, String odd) {
        ListPage<?> page = page("{\"" + member + "\":[" + good + "," + String.join(",", bad) + "," + odd + "]}", type);

        assertThat(page.items()).hasSize(2);
        assertThat(page.dropped()).filteredOn(DroppedItem::isWhole).hasSameSizeAs(bad);
        assertThat(page.dropped()).filteredOn(dropped -> !dropped.isWhole()).isNotEmpty();
    }

    // An argument that cannot be named cannot be given
    @Test
    void promptsWithUnusableArgumentsAreDropped() {
        ListPromptsResult page = page(
                "{\"prompts\":[{\"name\":\"a\",\"arguments\":[{\"name\":\"x\",\"required\":\"perhaps\"}]},"
                        + "{\"name\":\"b\",\"arguments\":[{\"name\":{}}]},{\"name\":\"c\",\"arguments\":[null,7]}]}",
                ListPromptsResult.class);

        assertThat(page.prompts()).extracting(Prompt::name).containsExactly("a");
        assertThat(page.prompts().get(0).arguments()).singleElement().matches(argument -> !argument.isRequired());
        assertThat(page.dropped())
                .filteredOn(DroppedItem::isWhole)
                .extracting(DroppedItem::name)
                .containsExactly("b", "c");
    }

    // What is wrong with the page itself is no matter of items
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"tools":{"a":1}}
            {"tools":"none"}
            {"tools":[{"name":"bad"}],"nextCursor":{}}
            """)
    void unreadablePagesAreRejected(String result) {
        assertThat(decode(result, ListToolsResult.class)).isInstanceOf(JsonRpcInvalidResponse.class);
    }

    // fault F14: a page of nothing but rubbish does not occupy the thread that reads
    @Test
    void pagesWithMoreThanAThousandProblemsAreInvalid() {
        assertThat(page("{\"tools\":[" + repeated("{}", 1_000) + "]}", ListToolsResult.class)
                        .dropped())
                .hasSize(1_000);
        assertThat(decode("{\"tools\":[" + repeated("{}", 1_001) + "]}", ListToolsResult.class))
                .isInstanceOf(JsonRpcInvalidResponse.class);
    }

    @Test
    void itemsWithMoreThanSixteenProblemsAreDropped() {
        ListToolsResult page = tools(
                "{\"name\":\"a\",\"inputSchema\":{},\"icons\":[" + repeated("{}", 16) + "]}",
                "{\"name\":\"b\",\"inputSchema\":{},\"icons\":[" + repeated("{}", 100_000) + "]}");

        assertThat(names(page)).containsExactly("a");
        assertThat(page.dropped())
                .filteredOn(DroppedItem::isWhole)
                .containsExactly(DroppedItem.of("b", "icon has no \"src\" at icons[0]"));
    }

    private static String repeated(String item, int times) {
        return IntStream.range(0, times).mapToObj(i -> item).collect(Collectors.joining(","));
    }

    // faults I06, I07: names of a server, in the log and in actuator
    @Test
    void namesOfDroppedItemsArePrintable() {
        ListToolsResult page = tools("{\"name\":\"a\\n\\u001b[31m" + "x".repeat(1000) + "\"}");

        assertThat(page.dropped()).singleElement().satisfies(dropped -> assertThat(dropped.name())
                .startsWith("a \\u001b[31mxxx")
                .hasSizeLessThan(300));
    }

    // What was omitted is reported by the client: a server cannot send it
    @Test
    void droppedItemsAreNeverSerialized() {
        ListToolsResult page = tools(GOOD, "{}");
        assertThat(page.dropped()).hasSize(1);
        assertThat(this.codec.toJson(page)).doesNotContain("dropped");

        ListToolsResult forged =
                page("{\"tools\":[],\"dropped\":[{\"name\":\"x\",\"reason\":\"y\"}]}", ListToolsResult.class);
        assertThat(forged.dropped()).isEmpty();
    }

    // Pages without problems are read once, and have none
    @Test
    void pagesWithoutProblemsHaveNothingDropped() {
        assertThat(tools(GOOD).dropped()).isEmpty();
        assertThat(Arrays.<@Nullable Object>asList(ListBinding.of(Tool.class), ListBinding.of(Map.class)))
                .containsOnlyNulls();
    }
}
