package io.mcpclient.jsonrpc;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class PlainTextTests {

    private static final JsonCodec CODEC = new JsonCodec(JsonLimits.DEFAULT);

    /** Places the text at each position within the eight bytes that are looked at at once, and at both ends. */
    private static boolean isPlainEverywhere(String text) {
        List<Boolean> results = IntStream.range(0, 20)
                .mapToObj(i -> ".".repeat(i % 10) + text + ".".repeat((i < 10) ? 0 : 9))
                .map(padded -> {
                    byte[] json = CODEC.toJson(padded).getBytes(StandardCharsets.UTF_8);
                    boolean isPlain = PlainText.is(json, 0, json.length);
                    assertThat(isPlain).isEqualTo(JsonCodec.sizeOf(padded).isPlain());
                    return isPlain;
                })
                .distinct()
                .toList();
        assertThat(results).hasSize(1);
        return results.get(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "plain ~ text!", "\"", "\\", "\\\\\"", "a\nb\r\tc", "\\u", "\\\n"})
    void printableTextIsPlain(String text) {
        assertThat(isPlainEverywhere(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"\u0000", "\u0001", "\u001f", "\b", "\f", "\u007f", "\u0080", "\u00e9", "\u200b", "\ud83d\ude00"
            })
    void anyOtherCharacterIsNotPlain(String text) {
        assertThat(isPlainEverywhere(text)).isFalse();
        assertThat(isPlainEverywhere("\\\n" + text + "\n")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"a\":\"\\u0041\"}", "{\"\\u200b\":1}", "{\"a\":\"\\b\"}"})
    void unicodeEscapeIsNotPlain(String json) {
        assertThat(PlainText.is(json.getBytes(StandardCharsets.UTF_8), 0, json.length()))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{ \"a\" : [\n\t1,\r\n\t2 ] }", "{\"a\":\"\\/\"}"})
    void spaceBetweenValuesIsPlain(String json) {
        assertThat(PlainText.is(json.getBytes(StandardCharsets.UTF_8), 0, json.length()))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 8, 9, 15, 16})
    void onlyTheGivenRangeIsChecked(int length) {
        byte[] text = ("\u00e9" + "x".repeat(length) + "\u00e9").getBytes(StandardCharsets.UTF_8);

        assertThat(PlainText.is(text, 2, 2 + length)).isTrue();
        assertThat(PlainText.is(text, 1, 2 + length)).isFalse();
        assertThat(PlainText.is(text, 2, 3 + length)).isFalse();
    }
}
