package io.mcpclient.discovery.internal;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** CRD-A05. */
class JsonDocumentsTests {

    static List<byte[]> malformed() {
        return List.of(
                bytes("[1]"),
                bytes("\"text\""),
                bytes("null"),
                bytes(""),
                bytes("{\"a\":1"),
                bytes("{\"a\":1} {}"),
                bytes("{\"a\":1,\"a\":2}"),
                bytes("{\"a\":{\"b\":1,\"b\":2}}"),
                bytes("{\"a\":".repeat(10_000) + "1" + "}".repeat(10_000)),
                bytes("[".repeat(10_000)),
                new byte[] {'{', '"', (byte) 0xff, '"', ':', '1', '}'},
                "{\"a\":1}".getBytes(StandardCharsets.UTF_16),
                bytes("<html>s3cret</html>"));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @MethodSource("malformed")
    void malformedDocumentIsRefusedWithAShortMessage(byte[] body) {
        assertThatThrownBy(() -> JsonDocuments.parse(body))
                .isInstanceOfSatisfying(
                        MalformedDocumentException.class,
                        ex -> assertThat(ex.problem()).hasSizeBetween(5, 120).doesNotContain("s3cret"));
    }

    @Test
    void documentIsReadWithAllItsMembersAndCannotBeChanged() {
        Map<String, Object> json = JsonDocuments.parse(bytes("\ufeff{\"a\":[{\"b\":null}],\"x\":1.50}"));

        assertThat(json).containsOnlyKeys("a", "x");
        assertThatThrownBy(() -> ((List<?>) json.get("a")).clear()).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(json::clear).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void problemNamesThePlaceOfTheMember() {
        Members json = Members.of(JsonDocuments.parse(bytes("{\"remotes\":[{\"headers\":[{}]},1]}")));

        assertThatThrownBy(() -> json.objects("remotes")).hasMessage("is malformed: remotes[1] is not an object");
        Members first = Members.of(JsonDocuments.parse(bytes("{\"remotes\":[{\"headers\":[{}],\"x\":{}}]}")))
                .objects("remotes")
                .get(0);
        assertThatThrownBy(() -> first.objects("headers").get(0).text("name"))
                .hasMessage("is malformed: remotes[0].headers[0].name is missing");
        assertThatThrownBy(() -> first.text("x")).hasMessage("is malformed: remotes[0].x is not a string");
        assertThatThrownBy(() -> first.flag("x")).hasMessage("is malformed: remotes[0].x is not a boolean");
        assertThatThrownBy(() -> first.texts("headers"))
                .hasMessage("is malformed: remotes[0].headers has an item that is not a string");
    }
}
