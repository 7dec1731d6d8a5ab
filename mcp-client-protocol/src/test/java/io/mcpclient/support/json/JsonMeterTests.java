package io.mcpclient.support.json;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JsonParser;

import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.schema.JsonObject;
import io.mcpclient.schema.Tool;

import static org.assertj.core.api.Assertions.assertThat;

class JsonMeterTests {

    private static final JsonCodec CODEC = new JsonCodec(JsonLimits.DEFAULT);

    private static final String TOOL = """
            {"name":"forecast","title":"Forecast","description":"of \\"tomorrow\\"/later\\n","inputSchema":{"type":"object",
            "properties":{"city":{"type":"string"},"days":{"type":"integer","enum":[1,2,3],"default":1.5}},"required":[]},
            "outputSchema":{},"annotations":{"title":"x","readOnlyHint":true},"execution":{"taskSupport":"optional"},
            "icons":[{"src":"https://example.com/a.png","sizes":["48x48"]}],"_meta":{"a":null},"vendor":{"b":[]}}""";

    static Stream<Object> values() {
        Map<String, Object> withNull = new LinkedHashMap<>();
        withNull.put("a", null);
        return Stream.of(
                Map.of(),
                List.of(),
                List.of(List.of(), Map.of(), 1),
                withNull,
                new ArrayList<>(Arrays.asList(null, true, false, 0, -12, Long.MIN_VALUE, 1.5, 1e300)),
                new BigDecimal("12345678901234567890.5"),
                "",
                "plain / \"quoted\" \\ \n\r\t",
                "\u0000\u0001\b\f\u001f\u007f\u0080",
                "gr\u00fc\u00df \u65e5\u672c \ud83d\ude00 \u2028 \ufffd",
                Map.of("na\u00efve\n", List.of("\u200b")),
                CODEC.fromJson(TOOL, Tool.class),
                CODEC.fromJson("{\"name\":\"a\",\"inputSchema\":{}}", Tool.class),
                CODEC.fromJson("{\"name\":\"a\",\"inputSchema\":{},\"annotations\":{}}", Tool.class),
                List.of(CODEC.fromJson(TOOL, Tool.class), CODEC.fromJson(TOOL, Tool.class)),
                Tool.of("spaces", null, "{ \"a\" : [ 1 ,\t-2.5e3, true , { } ] }"),
                Map.of("schema", JsonObject.parse("{\"gr\u00fc\u00df \\\\u00fc\":\"\\\"{[:,\"}")));
    }

    private static long nodes(String json) {
        try (JsonParser parser = SharedJsonMapper.get().createParser(json)) {
            long nodes = 0;
            while (parser.nextToken() != null) {
                nodes++;
            }
            return nodes;
        }
    }

    @ParameterizedTest
    @MethodSource("values")
    void sizeEqualsThatOfTheSerializedJson(Object value) {
        String json = CODEC.toJson(value);

        JsonSize size = JsonSize.of(value);

        assertThat(size.bytes()).isEqualTo(json.getBytes(StandardCharsets.UTF_8).length);
        assertThat(size.nodes()).isEqualTo(nodes(json));
    }

    @Test
    void printableAsciiTextsArePlain() {
        assertThat(JsonSize.of(CODEC.fromJson(TOOL, Tool.class)).isPlain()).isTrue();
    }

    // a server may send one, and a list must not fail because of it
    @Test
    void halfOfASurrogatePairIsMeasured() {
        Tool tool = CODEC.fromJson(
                "{\"name\":\"a\",\"title\":\"\\ud83d\",\"inputSchema\":{\"b\":\"\\ud83d\"}}", Tool.class);

        assertThat(JsonSize.of(tool)).isEqualTo(new JsonSize(54, 11, false));
        assertThat(JsonSize.of("\ud83d").isPlain()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u0001", "\u007f", "\u00e9", "\u200b", "\ud83d\ude00", "\b"})
    void anyOtherCharacterIsNotPlain(String text) {
        assertThat(JsonSize.of("a" + text).isPlain()).isFalse();
        assertThat(JsonSize.of(List.of(Map.of(text, 1))).isPlain()).isFalse();
        assertThat(JsonSize.of(CODEC.fromJson(
                                TOOL.replace(
                                        "\"title\":\"x\"",
                                        CODEC.toJson(Map.of("title", text)).replaceAll("[{}]", "")),
                                Tool.class))
                        .isPlain())
                .isFalse();
    }
}
