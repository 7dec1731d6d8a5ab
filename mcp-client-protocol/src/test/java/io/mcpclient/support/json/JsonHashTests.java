package io.mcpclient.support.json;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

class JsonHashTests {

    private static OptionalLong ofJson(String text) {
        return new JsonHash((hash, isScalar) -> {}).ofJson(text, 1000);
    }

    private static long of(@Nullable Object value) {
        return new JsonHash((hash, isScalar) -> {}).of(value);
    }

    static List<Arguments> equalValues() {
        return List.of(
                arguments("null", null),
                arguments(" true ", true),
                arguments("\"a\"", "a"),
                arguments("\" a\\r\\nb \"", "a\nb"),
                arguments("\"\\u00e4\"", "\u00e4"),
                arguments("1", 1),
                arguments("1", 1L),
                arguments("1", 1.0),
                arguments("1", new BigDecimal("1.000")),
                arguments("1.0e2", BigInteger.valueOf(100)),
                arguments("0.0", 0),
                arguments("-0.0", 0.0),
                arguments("1e21", new BigInteger("1000000000000000000000")),
                arguments("92233720368547758070", new BigDecimal("9223372036854775807E1")),
                arguments("12345678901234567890.5", new BigDecimal("12345678901234567890.5")),
                arguments("[ 1, \"a\", [ ] ]", List.of(1, "a", List.of())),
                arguments("{\"b\": 2, \"a\": {}}", Map.of("a", Map.of(), "b", 2)),
                arguments("{\"a\": null}", nullMember()));
    }

    private static Map<String, @Nullable Object> nullMember() {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("a", null);
        return object;
    }

    @ParameterizedTest(name = "{0} is {1}")
    @MethodSource("equalValues")
    void equalValuesHaveTheSameHash(String text, @Nullable Object value) {
        assertThat(ofJson(text)).hasValue(of(value));
    }

    @Test
    void differentValuesHaveDifferentHashes() {
        List<@Nullable Object> values = Arrays.asList(
                null,
                true,
                false,
                0,
                1,
                -1,
                10,
                0.1,
                "",
                "0",
                "1",
                "null",
                "true",
                "a",
                "A",
                "a b",
                "a  b",
                "ab",
                "ba",
                new BigDecimal("9007199254740993"),
                new BigDecimal("9007199254740992"),
                List.of(),
                Map.of(),
                nullMember(),
                List.of(""),
                List.of("a"),
                List.of("a", "b"),
                List.of("b", "a"),
                List.of(List.of("a"), "b"),
                List.of("a", List.of("b")),
                List.of(List.of("a", "b")),
                Map.of("a", "b"),
                Map.of("b", "a"),
                Map.of("a", "a", "b", "b"),
                Map.of("a", "b", "b", "a"),
                Map.of("a", List.of("b")),
                Map.of("a", Map.of("b", 1)),
                Map.of("b", Map.of("a", 1)),
                List.of(1, 2),
                List.of(2, 1));
        Set<Long> hashes = new HashSet<>();

        values.forEach(
                value -> assertThat(hashes.add(of(value))).as("%s", value).isTrue());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "a",
                "{",
                "{}x",
                "{} {}",
                "[1]]",
                "{\"a\":1,}",
                "[1,]",
                "{'a':1}",
                "\"a\" b",
                "1 2",
                "tru",
                "01",
                "NaN",
                "1e9999999999"
            })
    void textThatIsNotJsonAsAWholeHasNoHash(String text) {
        assertThat(ofJson(text)).isEmpty();
    }

    @Test
    void textThatIsNestedTooDeeplyHasNoHash() {
        assertThat(ofJson("[".repeat(100_000))).isEmpty();
        assertThat(ofJson("[".repeat(600) + "]".repeat(600))).isEmpty();
    }

    @Test
    void readingStopsAtTheMaximumNumberOfValues() {
        JsonHash hash = new JsonHash((value, isScalar) -> {});

        assertThat(hash.ofJson("[1,2]", 3)).isPresent();
        assertThat(hash.values()).isEqualTo(3);
        assertThat(hash.ofJson("[1,2,3" + ",4".repeat(10_000) + "]", 3)).isEmpty();
        assertThat(hash.values()).isEqualTo(7);
        assertThat(hash.ofJson("1", 0)).isEmpty();
    }

    @Test
    void listenerSeesAllValuesWithTheirHashes() {
        Set<Long> parts = new HashSet<>();
        Set<Long> scalars = new HashSet<>();
        JsonHash hash = new JsonHash((value, isScalar) -> (isScalar ? scalars : parts).add(value));

        hash.ofJson("{\"a\":[\"b\",1,null]}", 100);

        assertThat(parts)
                .containsExactlyInAnyOrder(
                        of("b"), of(Arrays.asList("b", 1, null)), of(Map.of("a", Arrays.asList("b", 1, null))));
        assertThat(scalars).containsExactlyInAnyOrder(of(1), of(null));
    }

    @Test
    void nonFiniteNumberIsHashedAsText() {
        assertThat(of(Double.NaN)).isEqualTo(of("NaN"));
        assertThat(of(Float.POSITIVE_INFINITY)).isEqualTo(of("Infinity"));
    }
}
