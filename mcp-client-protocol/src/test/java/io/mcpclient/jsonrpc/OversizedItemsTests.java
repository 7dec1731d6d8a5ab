package io.mcpclient.jsonrpc;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.DroppedItem;
import io.mcpclient.schema.ListToolsResult;
import io.mcpclient.schema.Tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

// F14, G06: an item beyond the limits of the parser does not hide the others
class OversizedItemsTests {

    private static final JsonRpcId ID = JsonRpcId.of(7);

    private static final JsonLimits LIMITS = new JsonLimits(1 << 24, 20, 30, 2_000);

    private static final String DEEP = "[".repeat(50) + "]".repeat(50);

    private static final String GOOD = "{\"name\":\"good\",\"inputSchema\":{}}";

    private static ListToolsResult read(JsonLimits limits, String message) {
        byte[] bytes = message.getBytes(StandardCharsets.UTF_8);
        ResultTypes types = id -> ID.equals(id) ? ListToolsResult.class : null;
        JsonCodec codec = new JsonCodec(limits);
        JsonRpcMessage read = codec.decode(bytes, 0, bytes.length, types);
        assertThat(codec.decodeStream(new ArraySource(bytes), bytes.length, types))
                .isEqualTo(read);
        assertThat(read).isInstanceOf(JsonRpcResult.class);
        assertThat(((JsonRpcResult) read).id()).isEqualTo(ID);
        return (ListToolsResult) ((JsonRpcResult) read).result();
    }

    private static String response(String... tools) {
        return "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"tools\":[" + String.join(",", tools)
                + "],\"nextCursor\":\"2\"}}";
    }

    private static ListToolsResult page(String... tools) {
        return read(LIMITS, response(tools));
    }

    private static String deep(String name) {
        return "{\"inputSchema\":{\"x\":" + DEEP + "},\"name\":\"" + name + "\"}";
    }

    private static String good(int number) {
        return "{\"name\":\"" + number + "\",\"inputSchema\":{}}";
    }

    @ParameterizedTest
    @CsvSource({"d12, 12", "1d2, 12", "12d, 12", "dd1, 1", "1dd2, 12", "1dd, 1", "d, ''", "dd, ''", "d1d2d, 12"})
    void itemsNestedTooDeeplyAreDroppedAtAnyPosition(String order, String rest) {
        ListToolsResult page = page(order.chars()
                .mapToObj(item -> (item == 'd') ? deep("deep") : good(item - '0'))
                .toArray(String[]::new));

        assertThat(page.tools().stream().map(Tool::name).reduce("", String::concat))
                .isEqualTo(rest);
        assertThat(page.dropped())
                .hasSize(order.length() - rest.length())
                .containsOnly(DroppedItem.of("deep", "nested deeper than 20 levels"));
        assertThat(page.nextCursor()).isEqualTo("2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"jsonrpc\":\"2.0\",\"result\":{\"tools\":[%s],\"nextCursor\":\"2\"},\"id\":7}",
                "\ufeff{ \"id\" : 7 , \"result\" : { \"nextCursor\" : \"2\" , \"tools\" : [\n %s \n] } , \"jsonrpc\" : \"2.0\" }",
                "{\"x\":{\"result\":{\"tools\":[1]}},\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"x\":[{\"tools\":[[1]]}],"
                        + "\"_meta\":{\"tools\":[2]},\"y\":\"tools\",\"tools\":[%s],\"nextCursor\":\"2\"}}"
            })
    void itemsAreFoundWhateverTheLayoutOfTheMessage(String message) {
        String odd =
                "{\"name\":\"odd\",\"description\":\"]}\\\"{[,: \\\\\",\"inputSchema\":{\"a\":[1,-2.5e3,true,null,\"\"]}}";
        ListToolsResult page = read(LIMITS, message.formatted(odd + "\n,\t" + deep("deep") + " , " + GOOD));

        assertThat(page.tools()).extracting(Tool::name).containsExactly("odd", "good");
        assertThat(page.tools().get(0).description()).isEqualTo("]}\"{[,: \\");
        assertThat(page.dropped()).extracting(DroppedItem::name).containsExactly("deep");
        assertThat(page.nextCursor()).isEqualTo("2");
    }

    @Test
    void droppedItemIsReportedByItsOwnName() {
        ListToolsResult page = page(
                GOOD,
                deep("a \\u00e9\\n\\\"b\\\""),
                deep("x".repeat(1_000)),
                "{\"inputSchema\":{\"name\":\"inner\",\"x\":" + DEEP + "}}",
                "{\"title\":\"name\",\"icons\":[{\"name\":\"inner\"}],\"x\":" + DEEP + "}",
                "{\"name\":[" + DEEP + "]}",
                DEEP);

        assertThat(page.dropped())
                .extracting(DroppedItem::name)
                .containsExactly("a é \"b\"", "#3", "#4", "#5", "#6", "#7");
    }

    @Test
    void itemsWithTooLongNumbersOrNamesAreDropped() {
        String number = "1" + "0".repeat(40) + ".5";
        ListToolsResult page = page(
                "{\"name\":\"number\",\"inputSchema\":{\"maximum\":" + number + "}}",
                GOOD,
                "{\"name\":\"name\",\"inputSchema\":{\"" + "n".repeat(50_001) + "\":1}}");

        assertThat(page.tools()).extracting(Tool::name).containsExactly("good");
        assertThat(page.dropped())
                .containsExactly(
                        DroppedItem.of("number", "a number of more than 30 characters"),
                        DroppedItem.of("name", "the name of a member has more than 50000 characters"));
    }

    // nodes are counted as the parser counts them: whatever the limit, the rest of the page is within it
    @Test
    void largestItemsAreDroppedUntilTheNodeLimitIsMet() {
        String[] tools = IntStream.range(0, 12)
                .mapToObj(i -> "{\"name\":\"" + i + "\",\"inputSchema\":{\"x\":["
                        + "{\"a\":-1.5},\"b\",null,".repeat(i * 7 % 12) + "true]}}")
                .toArray(String[]::new);
        int before = tools.length;
        for (int nodes = 700; nodes > 40; nodes--) {
            ListToolsResult page = read(LIMITS.withMaxNodes(nodes), response(tools));
            int count = page.tools().size();
            assertThat(count).isLessThanOrEqualTo(before).isGreaterThanOrEqualTo(before - 1);
            assertThat(count + page.dropped().size()).isEqualTo(tools.length);
            before = count;
        }
        assertThat(before).isLessThan(4);
        assertThat(read(LIMITS.withMaxNodes(50), response(tools))
                        .dropped()
                        .get(0)
                        .reason())
                .isEqualTo("it has 77 JSON nodes, and its message more than 50, see max-message-nodes");
    }

    @Test
    void equallyLargeItemsAreDroppedFromTheEnd() {
        String[] tools =
                IntStream.range(0, 9).mapToObj(OversizedItemsTests::good).toArray(String[]::new);

        assertThat(read(LIMITS.withMaxNodes(40), response(tools)).tools())
                .extracting(Tool::name)
                .containsExactly("0", "1", "2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"tools\":[{\"name\":\"a\",\"inputSchema\":{}}],\"_meta\":{\"x\":DEEP}}",
                "{\"tools\":[{\"name\":\"a\",\"inputSchema\":{\"x\":DEEP}}],\"tools\":[]}",
                "{\"tools\":{\"name\":\"a\",\"inputSchema\":{\"x\":DEEP}}}",
                "{\"other\":[{\"name\":\"a\",\"inputSchema\":{\"x\":DEEP}}]}",
                "{\"prompts\":[{\"name\":\"a\",\"x\":DEEP}]}",
                "{\"tools\":[{\"name\":\"a\",\"inputSchema\":{\"x\":DEEP}"
            })
    void messageThatExceedsALimitElsewhereIsRejected(String result) {
        byte[] bytes = ("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":" + result.replace("DEEP", DEEP) + "}")
                .getBytes(StandardCharsets.UTF_8);

        assertThatExceptionOfType(MalformedMessageException.class)
                .isThrownBy(() -> new JsonCodec(LIMITS).decode(bytes, 0, bytes.length, id -> ListToolsResult.class))
                .withMessage("nested deeper than 20 levels")
                .matches(MalformedMessageException::isLimitReached);
    }

    @Test
    void resultsOfOtherTypesAreRejected() {
        byte[] bytes = response(deep("deep")).getBytes(StandardCharsets.UTF_8);

        for (Class<?> type : List.of(CallToolResult.class, Map.class)) {
            assertThatExceptionOfType(MalformedMessageException.class)
                    .isThrownBy(() -> new JsonCodec(LIMITS).decode(bytes, 0, bytes.length, id -> type));
            assertThatExceptionOfType(MalformedMessageException.class).isThrownBy(() -> new JsonCodec(LIMITS)
                    .decode(bytes, 0, bytes.length, id -> (id != null) ? type : null));
        }
    }

    // hostile: an item of millions of levels, and more items than anyone lists
    @Test
    void extremeNestingUsesNoMemoryAndTooManyItemsAreRejected() {
        String bottomless = "{\"name\":\"bottomless\",\"x\":" + "[".repeat(4_000_000) + "]".repeat(4_000_000) + "}";
        assertThat(page(GOOD, bottomless).dropped())
                .containsExactly(DroppedItem.of("bottomless", "nested deeper than 20 levels"));

        byte[] many = response("{},".repeat(30_000) + "{}").getBytes(StandardCharsets.UTF_8);
        assertThatExceptionOfType(MalformedMessageException.class)
                .isThrownBy(() -> new JsonCodec(LIMITS).decode(many, 0, many.length, id -> ListToolsResult.class))
                .withMessage("more than 2000 nodes (max-message-nodes)");
    }
}
