package io.mcpclient.internal.http;

import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.text.KnownSecrets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/** The table of {@link ServerText}, row by row: faults F17, I06, I07, I21. */
class ServerTextTests {

    private final JsonCodec codec = new JsonCodec(JsonLimits.DEFAULT);

    private @Nullable String words(@Nullable String contentType, String body) {
        return ServerText.of(this.codec, contentType, body.getBytes(StandardCharsets.UTF_8), null);
    }

    static Stream<Arguments> bodies() {
        return Stream.of(
                arguments(
                        "text/plain",
                        "Access is only allowed at localhost:8931\n",
                        "Access is only allowed at localhost:8931"),
                arguments("text/plain; charset=utf-8", "No plan.", "No plan"),
                arguments(null, "Invalid Host header", "Invalid Host header"),
                arguments(
                        "application/json",
                        "{\"message\":\"your plan does not include MCP\"}",
                        "your plan does not include MCP"),
                arguments("application/json", "{\"error\":\"forbidden\"}", "forbidden"),
                arguments("application/json", "{\"error\":{\"code\":7,\"message\":\"no quota\"}}", "no quota"),
                arguments(
                        "application/json",
                        "{\"error\":\"invalid_token\",\"error_description\":\"wrong audience\"}",
                        "wrong audience"),
                arguments(
                        "application/problem+json",
                        "{\"type\":\"about:blank\",\"title\":\"Forbidden\",\"detail\":\"Tenant is locked\"}",
                        "Tenant is locked"),
                arguments(
                        "application/json",
                        "{\"detail\":[{\"type\":\"missing\",\"loc\":[\"body\"],\"msg\":\"Field required\"}]}",
                        "Field required"),
                arguments("application/json", "{\"errors\":[\"no tenant\",\"no plan\"]}", "no tenant"),
                arguments("application/json", "{\"detail\":[]}", null),
                arguments("application/json", "{\"status\":403}", null),
                arguments("application/json", "{\"message\":", null),
                arguments("application/json", "[\"a\"]", null),
                arguments(
                        "text/html",
                        "<html><head><title>413 Request Entity\n Too Large</title></head><body>secret</body></html>",
                        "413 Request Entity Too Large"),
                arguments("text/html", "<html><body>Log in</body></html>", null),
                arguments(null, "<!doctype html><p>Log in</p>", null),
                arguments("application/octet-stream", "abc", null),
                arguments("text/plain", "  \n ", null));
    }

    @ParameterizedTest
    @MethodSource("bodies")
    void messageIsExtractedByTheFirstMatchingRow(@Nullable String contentType, String body, @Nullable String words) {
        assertThat(words(contentType, body)).isEqualTo(words);
    }

    // no more than 64 KB of a body are read, which a backtracking pattern took minutes for, on an event loop
    @ParameterizedTest
    @ValueSource(strings = {"<title", "<title>", "<title x=\"", "<TITLE >a"})
    @Timeout(20)
    void malformedHtmlTitleTakesLinearTimeAndHasNoExcerpt(String tag) {
        assertThat(words("text/html", tag.repeat(64 * 1024 / tag.length()))).isNull();
    }

    // faults I06, I07
    @Test
    void messagesAreEscapedOnOneLineAndShort() {
        assertThat(words("text/plain", "a\r\nb\u001b[31m\u202e" + " x".repeat(300)))
                .startsWith("a b\\u001b[31m\\u202e x x")
                .endsWith("…")
                .hasSizeLessThan(230);
    }

    // fault I21: a server may repeat what it was sent
    @Test
    void credentialEchoedByTheServerIsMasked() {
        KnownSecrets.sent("Bearer canary-of-server-words");

        assertThat(words("text/plain", "refused: Bearer canary-of-server-words is not known"))
                .startsWith("refused: ")
                .endsWith("*** is not known")
                .doesNotContain("canary");
    }
}
