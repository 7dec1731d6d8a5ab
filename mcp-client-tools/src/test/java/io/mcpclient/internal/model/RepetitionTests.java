package io.mcpclient.internal.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;

import static org.assertj.core.api.Assertions.assertThat;

class RepetitionTests {

    private static final JsonCodec CODEC = new JsonCodec(JsonLimits.DEFAULT);

    private static final int MANY = 20_000;

    private static List<Map<String, Object>> objects() {
        return IntStream.range(0, MANY)
                .mapToObj(i -> Map.<String, Object>of("id", i, "name", "item " + i))
                .toList();
    }

    private static List<String> json(List<?> values) {
        return values.stream().map(CODEC::toJson).toList();
    }

    @Test
    void itemsAsSeparateTextsMatchStructuredContentAtLinearCost() {
        List<Map<String, Object>> objects = objects();

        Repetition repetition = Repetition.of(Map.of("result", objects), json(objects));

        assertThat(repetition.isCarried()).isTrue();
        assertThat(repetition.values()).isLessThan(13 * MANY);
    }

    @Test
    void textsInAnotherOrderMatchStructuredContentAtLinearCost() {
        List<Map<String, Object>> objects = objects();
        List<String> texts = new ArrayList<>(json(objects));
        Collections.reverse(texts);

        Repetition repetition = Repetition.of(Map.of("result", objects), texts);

        assertThat(repetition.isCarried()).isFalse();
        assertThat(IntStream.range(0, MANY)).allMatch(repetition::repeats);
        assertThat(repetition.values()).isLessThan(13 * MANY);
    }

    @Test
    void nestedWrappersAreParsedOnce() {
        Object structured = "x";
        for (int i = 0; i < 150; i++) {
            structured = Map.of("a", structured);
        }

        Repetition repetition = Repetition.of(structured, List.of("x", CODEC.toJson(structured)));

        assertThat(IntStream.range(0, 2)).allMatch(repetition::repeats);
        assertThat(repetition.values()).isEqualTo(151 + 1 + 151);
    }

    @Test
    void textThatCannotBeJsonIsNotParsed() {
        Map<String, Object> structured = Map.of("a", 1, "b", 2);
        int index = Repetition.of(structured, List.of()).values();
        String megabyte = "1,".repeat(500_000);

        List<String> texts = List.of(megabyte, "[" + megabyte, "{" + megabyte + "]", "\"" + megabyte, "x" + megabyte);

        assertThat(Repetition.of(structured, texts).values()).isEqualTo(index);
    }

    @Test
    void textsLargerThanTheStructuredContentAreParsedUpToALimit() {
        Map<String, Object> structured = Map.of("a", 1, "b", "two");
        int index = Repetition.of(structured, List.of()).values();
        String million = "[" + "1,".repeat(1_000_000) + "1]";

        Repetition repetition =
                Repetition.of(structured, List.of(million, million, million, "two", "{\"a\":1,\"b\":\"two\"}"));

        assertThat(repetition.values()).isLessThan(5 * index + 10_100);
        assertThat(repetition.repeats(3)).isTrue();
        assertThat(repetition.repeats(4)).as("nothing is read after the limit").isFalse();
    }

    @Test
    void textWithMoreThanStructuredContentIsPreferredAsCarrier() {
        Repetition repetition = Repetition.of(
                Map.of("a", List.of(1, 2)), List.of("{\"a\":[1,2]}", "[1,2]", "{\"x\":[1,2],\"y\":3}", "3"));

        assertThat(repetition.isCarried()).isTrue();
        assertThat(IntStream.range(0, 4).filter(repetition::carries)).containsExactly(2);
        assertThat(IntStream.range(0, 4).filter(repetition::repeats)).containsExactly(0, 1);
    }

    @Test
    void textWithoutWrappersIsPreferredAsCarrier() {
        Repetition repetition = Repetition.of(Map.of("a", "t"), List.of("{\"a\":\"t\"}", "t", "t"));

        assertThat(IntStream.range(0, 3).filter(repetition::carries)).containsExactly(1);
        assertThat(IntStream.range(0, 3)).allMatch(repetition::repeats);
    }

    @Test
    void partialMatchOfAListIsNotARepetition() {
        Repetition repetition = Repetition.of(List.of(1, 2, 3), List.of("1", "2", "4"));

        assertThat(repetition.isCarried()).isFalse();
        assertThat(IntStream.range(0, 3)).noneMatch(repetition::repeats);
    }
}
