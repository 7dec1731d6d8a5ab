package io.mcpclient.internal.oauth;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class JsonDocumentTests {

    @Test
    void parseReadsRequestedMembersAndIgnoresOthers() {
        JsonDocument document = JsonDocument.parse("""
                {"text": "ü", "texts": ["a", ""], "flag": true, "number": 12, "blank": " ", "none": null,
                 "unknown": {"deep": [1, {"x": []}]}}""".getBytes(StandardCharsets.UTF_8));
        assertThat(document.text("text")).isEqualTo("ü");
        assertThat(document.texts("texts")).containsExactly("a", "");
        assertThat(document.flag("flag")).isTrue();
        assertThat(document.number("number")).isEqualTo(12);
        assertThat(document.text("blank")).isNull();
        assertThat(document.text("none")).isNull();
        assertThat(document.texts("none")).isNull();
        assertThat(document.words("absent", List.of("x"))).containsExactly("x");
        assertThat(document.words("texts", List.of())).containsExactly("a");
        assertThat(document.flag("absent")).isFalse();
        assertThat(document.number("absent")).isZero();
        assertThat(document).hasToString("JsonDocument");
    }

    // H29: a document that is nested without end does no harm
    @Test
    void parseRejectsDeeplyNestedDocuments() {
        String nested = "{\"a\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}";
        assertThatExceptionOfType(JsonDocument.MalformedException.class)
                .isThrownBy(() -> JsonDocument.parse(nested))
                .withMessage("is not a JSON object");
    }

    // H09: with two issuers in one document, two readers could see two different ones
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "[[\"a\",1]]",
                "\"text\"",
                "{",
                "{\"a\":1} x",
                "{\"a\":1,\"a\":2}",
                "{a:1}",
                "<html>secret</html>"
            })
    void parseRejectsAnythingButAUniqueJsonObject(String text) {
        assertThatExceptionOfType(JsonDocument.MalformedException.class)
                .isThrownBy(() -> JsonDocument.parse(text))
                .withMessage("is not a JSON object");
    }

    static Stream<Arguments> wrongTypes() {
        return Stream.of(
                row(document -> document.text("number"), "has no string for number"),
                row(document -> document.requiredText("absent"), "has no absent"),
                row(document -> document.requiredText("blank"), "has no blank"),
                row(document -> document.texts("text"), "has no list of strings for text"),
                row(document -> document.texts("mixed"), "has no list of strings for mixed"),
                row(document -> document.requiredId("flag"), "has no string for flag"),
                row(document -> document.texts("number"), "has no list of strings for number"),
                row(document -> document.flag("number"), "has no boolean for number"),
                row(document -> document.flag("text"), "has no boolean for text"));
    }

    // SEC-07: what a document holds is in no message
    @ParameterizedTest(name = "{1}")
    @MethodSource("wrongTypes")
    void memberOfAWrongTypeIsReportedByName(Function<JsonDocument, Object> member, String message) {
        JsonDocument document = JsonDocument.parse(
                "{\"text\":\"secret\",\"number\":1,\"flag\":true,\"blank\":\"\",\"mixed\":[\"a\",1]}");
        assertThatExceptionOfType(JsonDocument.MalformedException.class)
                .isThrownBy(() -> member.apply(document))
                .withMessage(message);
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "42, 42", "'\"42\"', 42", "'\"\"', 0", "'\"never\"', 0", "null, 0", "false, 0", "[1], 0"})
    void numberMayBeWrittenAsAString(String json, long number) {
        assertThat(JsonDocument.parse("{\"n\":" + json + "}").number("n")).isEqualTo(number);
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "\"\"", "\" \"", "[]"})
    void emptyValueCountsAsAbsent(String json) {
        JsonDocument document = JsonDocument.parse("{\"n\":" + json + "}");

        assertThat(document.text("n")).isNull();
        assertThat(document.label("n")).isNull();
        assertThat(document.words("n", List.of("x"))).containsExactly("x");
        assertThat(document.flag("n")).isFalse();
        assertThat(document.number("n")).isZero();
        assertThat(document.withMissing(JsonDocument.parse("{\"n\":\"other\"}")).text("n"))
                .isEqualTo("other");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"read write\" | read write",
                "\" read\\twrite \" | read write",
                "[\"read\", null, \"\", 7, \"write\"] | read write",
                "7 | x",
                "[7] | x",
                "{} | x",
                "true | x"
            })
    void wordsAreReadAsFarAsPossible(String json, String words) {
        assertThat(JsonDocument.parse("{\"n\":" + json + "}").words("n", List.of("x")))
                .containsExactly(words.split(" "));
    }

    @ParameterizedTest
    @CsvSource({"'\"true\"', true", "'\"True\"', true", "'\" false \"', false", "true, true", "false, false"})
    void booleanMayBeWrittenAsAString(String json, boolean flag) {
        assertThat(JsonDocument.parse("{\"n\":" + json + "}").flag("n")).isEqualTo(flag);
    }

    @ParameterizedTest
    @CsvSource({"'\"Weather\"', Weather", "7,", "{},", "[\"a\"],"})
    void labelOfAnotherTypeIsAbsent(String json, @Nullable String label) {
        assertThat(JsonDocument.parse("{\"n\":" + json + "}").label("n")).isEqualTo(label);
    }

    @Test
    void identifierMayBeAnInteger() {
        assertThat(JsonDocument.parse("{\"n\":12345}").requiredId("n")).isEqualTo("12345");
        assertThat(JsonDocument.parse("{\"n\":\"a\"}").requiredId("n")).isEqualTo("a");
    }

    @Test
    void emptyListThatDecidesWhatIsTrustedIsNotAbsent() {
        assertThat(JsonDocument.parse("{\"n\":[]}").texts("n")).isEmpty();
    }

    private static Arguments row(Function<JsonDocument, Object> member, String message) {
        return Arguments.of(member, message);
    }
}
