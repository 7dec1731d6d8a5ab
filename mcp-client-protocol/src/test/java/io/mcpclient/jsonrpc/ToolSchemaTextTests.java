package io.mcpclient.jsonrpc;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.schema.DroppedItem;
import io.mcpclient.schema.JsonObject;
import io.mcpclient.schema.ListToolsResult;
import io.mcpclient.schema.ParsedObjects;
import io.mcpclient.schema.Tool;

import static org.assertj.core.api.Assertions.assertThat;

/** Schemas of tools are the text that the server sent. */
class ToolSchemaTextTests {

    private static final JsonCodec CODEC = new JsonCodec(JsonLimits.DEFAULT);

    private static final String INPUT =
            "{ \"type\" : \"object\",\n \"gr\u00fc\u00df \ud83d\ude00\": [ 1.50, 1E400, 12345678901234567890, \"\\u0041\\ud83d\" ] }";

    private static final String OUTPUT = "{\"a\":{},\"a\":{\"b\":null}}";

    private static final String TOOL = "{ \"name\" : \"a\",\"x\":{\"inputSchema\":{}},\"outputSchema\":" + OUTPUT
            + " , \"inputSchema\" :  " + INPUT + " }";

    private static String message(String tools) {
        return "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"tools\":[" + tools + "]}}";
    }

    private static ListToolsResult page(JsonRpcMessage message) {
        return (ListToolsResult) ((JsonRpcResult) message).result();
    }

    private static ListToolsResult read(byte[] text, int offset, int length) {
        return page(CODEC.decode(text, offset, length, id -> ListToolsResult.class));
    }

    private static ListToolsResult read(String tools) {
        byte[] text = message(tools).getBytes(StandardCharsets.UTF_8);
        return read(text, 0, text.length);
    }

    private static void isAsSent(Tool tool) {
        assertThat(tool.inputSchema().text()).isEqualTo(INPUT);
        assertThat(tool.outputSchema()).isNotNull().hasToString(OUTPUT);
        assertThat(ParsedObjects.isParsed(tool.inputSchema())).isFalse();
    }

    private static void isEqual(Tool tool) {
        assertThat(tool.inputSchema()).isEqualTo(JsonObject.parse(INPUT));
        assertThat(tool.inputSchema().text()).doesNotContain("\n").contains("1.50");
        assertThat(tool.outputSchema()).isEqualTo(JsonObject.parse(OUTPUT));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "data: ", "\ufeff"})
    void schemaIsCopiedFromAMessageAtAnyPosition(String before) {
        byte[] text = (before + message("{\"name\":\"b\",\"inputSchema\":{}}," + TOOL) + "...")
                .getBytes(StandardCharsets.UTF_8);
        int offset = before.equals("\ufeff") ? 0 : before.length();

        ListToolsResult page = read(text, offset, text.length - offset - 3);

        assertThat(page.tools().get(0).inputSchema()).hasToString("{}");
        isAsSent(page.tools().get(1));
    }

    @Test
    void schemaIsCopiedFromABatch() {
        byte[] text = (" [ " + message(TOOL) + " , " + message(TOOL) + "]").getBytes(StandardCharsets.UTF_8);
        List<String> skipped = new ArrayList<>();

        assertThat(CODEC.decodeBatch(text, 0, text.length, id -> ListToolsResult.class, skipped::add))
                .hasSize(2)
                .allSatisfy(message -> isAsSent(page(message).tools().get(0)));
        assertThat(skipped).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\ufeff"})
    void schemaIsCopiedFromAStream(String before) {
        byte[] text = (before + message(" ".repeat(20_000) + TOOL)).getBytes(StandardCharsets.UTF_8);

        isAsSent(page(CODEC.decodeStream(new ArraySource(text), text.length, id -> ListToolsResult.class))
                .tools()
                .get(0));
    }

    // positions in the text are unknown
    @ParameterizedTest
    @ValueSource(strings = {"UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"})
    void schemaOfAnotherEncodingIsWrittenWithTheSameValue(String encoding) {
        byte[] text = message(TOOL).getBytes(Charset.forName(encoding));

        isEqual(read(text, 0, text.length).tools().get(0));
        isEqual(page(CODEC.decodeStream(new ArraySource(text), text.length, id -> ListToolsResult.class))
                .tools()
                .get(0));
    }

    @Test
    void schemaBesideAnInvalidItemHasTheSameValue() {
        ListToolsResult page = read("{\"name\":{},\"inputSchema\":{}}," + TOOL);

        assertThat(page.dropped()).extracting(DroppedItem::name).containsExactly("#1");
        assertThat(page.tools().get(0).inputSchema()).isEqualTo(JsonObject.parse(INPUT));
    }

    @Test
    void schemaIsWrittenWithoutParsingIt() {
        Tool tool = read("{\"name\":\"a\",\"inputSchema\":{\"b\" : [1.50]}}")
                .tools()
                .get(0);

        byte[] written = CODEC.encode(new JsonRpcNotification("x", Map.of("tool", tool, "schema", tool.inputSchema())));

        assertThat(new String(written, StandardCharsets.UTF_8)).contains("{\"b\" : [1.50]}");
        assertThat(ParsedObjects.isParsed(tool.inputSchema())).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e99999", "-1e-99999", "1e99999999999"})
    void excessiveExponentDropsItsToolWhenTheListIsRead(String number) {
        ListToolsResult page = read("{\"name\":\"a\",\"inputSchema\":{\"default\":" + number + "}}," + TOOL);

        assertThat(page.dropped()).containsExactly(DroppedItem.of("a", "a number with an exponent beyond 10000"));
        isEqual(page.tools().get(0));
    }

    @Test
    void schemaBeyondTheLimitsOfJacksonIsParsedIfItsClientPermitsIt() {
        JsonLimits limits = new JsonLimits(1 << 24, 900, 2_000, 100_000);
        String schema = "{\"a\":" + "[".repeat(700) + "1".repeat(1_500) + "]".repeat(700) + "}";
        byte[] text = message("{\"name\":\"a\",\"inputSchema\":" + schema + "}").getBytes(StandardCharsets.UTF_8);

        Tool tool = page(new JsonCodec(limits).decode(text, 0, text.length, id -> ListToolsResult.class))
                .tools()
                .get(0);

        assertThat(tool.inputSchema().asMap()).hasSize(1);
        assertThat(tool.inputSchema()).hasToString(schema);
    }
}
