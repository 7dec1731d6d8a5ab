package io.mcpclient.jsonrpc;

import java.nio.charset.StandardCharsets;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class LazyObjectTests {

    private static final JsonCodec CODEC = new JsonCodec(JsonLimits.DEFAULT);

    private static final String SCHEMA =
            "{ \"type\":\"object\", \"properties\":{\"a\":{\"x-mcp-header\":\"A\"}},\"required\":[\"a\",null,1.5],\"b\":null}";

    private static LazyObject lazy(String json) {
        byte[] text = json.getBytes(StandardCharsets.UTF_8);
        return new LazyObject(text, 7);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> bound(String json) {
        return CODEC.fromJson(json, Map.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                SCHEMA,
                "{}",
                "{\"a\":1,\"b\":2,\"a\":[]}",
                "{\"gr\u00fc\u00df\":\"\\u0041\\n\"}",
                "{\"a\":{\"a\":{\"a\":{}}},\"b\":[[[]]],\"c\":12345678901234567890}"
            })
    void objectEqualsThatOfDatabind(String json) {
        assertThat(lazy(json)).isEqualTo(bound(json)).hasSameHashCodeAs(bound(json));
        assertThat(bound(json)).isEqualTo(lazy(json));
        assertThat(lazy(json)).containsExactlyEntriesOf(bound(json));
        assertThat(CODEC.toJson(lazy(json))).isEqualTo(CODEC.toJson(bound(json)));
        assertThat(lazy(json).containsKey("b")).isEqualTo(bound(json).containsKey("b"));
    }

    @Test
    void sizeIsTheSameBeforeAndAfterParsing() {
        LazyObject object = lazy(SCHEMA);
        JsonSize size = new JsonSize(SCHEMA.length(), 7, true);

        assertThat(JsonCodec.sizeOf(object)).isEqualTo(size);
        assertThat(object).hasSize(4);
        assertThat(JsonCodec.sizeOf(object)).isEqualTo(size);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"a\":\"gr\u00fc\u00df\"}", "{\"\u200b\":1}"})
    void textWithOtherCharactersIsNotPlain(String json) {
        LazyObject object = lazy(json);

        assertThat(JsonCodec.sizeOf(object).isPlain()).isFalse();
        assertThat(object).hasSize(1);
        assertThat(JsonCodec.sizeOf(object).isPlain()).isFalse();
    }

    @Test
    void equalTextsAreComparedWithoutReading() {
        LazyObject one = lazy(SCHEMA);
        LazyObject other = lazy(SCHEMA);

        assertThat(one.equals(other)).isTrue();
        assertThat(one.mayContain("absent")).isFalse(); // and so not read
        assertThat(other.mayContain("absent")).isFalse();
    }

    @Test
    void objectsAreComparedByValue() {
        assertThat(lazy("{\"a\":1,\"b\":2}"))
                .isEqualTo(lazy("{\"b\":2, \"a\":1}"))
                .isNotEqualTo(lazy("{\"a\":1,\"b\":3}"))
                .isNotEqualTo(null);
    }

    @Test
    void memberIsFoundAtAnyDepth() {
        assertThat(lazy(SCHEMA).mayContain("x-mcp-header")).isTrue();
        assertThat(lazy(SCHEMA).mayContain("x-other")).isFalse();
        assertThat(lazy("{\"x\\u002dmcp-header\":1}").mayContain("x-mcp-header"))
                .as("written by its code")
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"a\":1}", "{\"a\":1,\"a\":2}"})
    void objectIsUnmodifiable(String json) {
        LazyObject object = lazy(json);

        assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> object.put("b", 1));
        assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> object.remove("a"));
        assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(object::clear);
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> object.entrySet().iterator().next().setValue(3));
    }
}
