package io.mcpclient.internal.era.modern;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Random;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class HeaderValueTests {

    /** Characters with a rule, and pieces of the markers. */
    private static final String[] PIECES = {
        "a",
        "Z",
        "0",
        "~",
        "!",
        " ",
        "\t",
        "\r",
        "\n",
        "\0",
        "\u007f",
        "\u0080",
        "é",
        "世",
        "😀",
        "=",
        "?",
        "base64",
        "=?base64?",
        "?=",
        "=?BASE64?",
        "\u2028",
        "\u00a0"
    };

    // HDR-15, HDR-18: what is safe is left alone, the empty text included
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "us-west1",
                "a b  c",
                "~!@#$%^&*()_+{}|:\"<>?`-=[]\\;',./",
                "file:///path/to/file%20name.txt",
                "=?base64?",
                "?=",
                "=?BASE64?eA==?=",
                "x=?base64?eA==?=",
                "=?base64?eA==?=x"
            })
    void encodeWhenTextIsSafeReturnsIt(String text) {
        assertThat(HeaderValue.encode(text)).isEqualTo(text);
    }

    // HDR-15, HDR-16, HDR-17, TOOL-09, Q-18: the examples of the specification, and each kind of unsafe character
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "Hello, 世界|=?base64?SGVsbG8sIOS4lueVjA==?=",
                "` padded `|=?base64?IHBhZGRlZCA=?=",
                "` a`|=?base64?IGE=?=",
                "`a `|=?base64?YSA=?=",
                "` `|=?base64?IA==?=",
                "`line1\nline2`|=?base64?bGluZTEKbGluZTI=?=",
                "`a\tb`|=?base64?YQli?=",
                "`\ta`|=?base64?CWE=?=",
                "`a\r\nX-Evil: 1`|=?base64?YQ0KWC1FdmlsOiAx?=",
                "`a\u0000b`|=?base64?YQBi?=",
                "`a\u007f`|=?base64?YX8=?=",
                "`caf\u00e9`|=?base64?Y2Fmw6k=?=",
                "😀|=?base64?8J+YgA==?=",
                "=?base64?literal?=|=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?=",
                "=?base64?=|=?base64?PT9iYXNlNjQ/PQ==?="
            })
    void encodeWhenTextIsUnsafeReturnsItsBase64Form(String text, String expected) {
        assertThat(HeaderValue.encode(text)).isEqualTo(expected);
    }

    // fault F16: no JSON can hold it, but nothing breaks
    @Test
    void encodeWhenASurrogateIsUnpairedReplacesIt() {
        assertThat(decode(HeaderValue.encode("a\ud83d"))).isEqualTo("a?");
    }

    static LongStream seeds() {
        return LongStream.range(0, 20);
    }

    // HDR-15 to HDR-17: whatever the text is, the server reads the same one out of a legal header
    @ParameterizedTest
    @MethodSource("seeds")
    void encodeIsReversibleAndAValidHeaderValue(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            String text = text(random);
            String encoded = HeaderValue.encode(text);
            assertThat(encoded).matches("|[!-~]|[!-~][ -~]*[!-~]");
            assertThat(decode(encoded)).isEqualTo(text);
        }
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(8); i > 0; i--) {
            text.append(PIECES[random.nextInt(random.nextBoolean() ? 5 : PIECES.length)]);
        }
        return text.toString();
    }

    /** What the specification tells servers to do. */
    private static String decode(String value) {
        if (!value.startsWith("=?base64?") || !value.endsWith("?=")) {
            return value;
        }
        byte[] bytes = Base64.getDecoder().decode(value.substring("=?base64?".length(), value.length() - 2));
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
