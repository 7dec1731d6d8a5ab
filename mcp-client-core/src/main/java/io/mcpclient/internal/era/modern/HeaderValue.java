package io.mcpclient.internal.era.modern;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Encoding of the values of mirrored headers: the text itself if it is safe, otherwise its Base64 form between two markers.
 * Servers decode exactly the value in the body.
 *
 * @see "MCP 2026-07-28, basic/transports/streamable-http, Value Encoding (HDR-15 to HDR-18, TOOL-09)"
 */
final class HeaderValue {

    private static final String PREFIX = "=?base64?";

    private static final String SUFFIX = "?=";

    private HeaderValue() {}

    /**
     * Encodes the text of an argument, a name or an address.
     * @param text any text; a surrogate without its pair, which no JSON can hold either, becomes a question mark
     * @return printable ASCII, without space at its ends; empty for the empty text
     */
    static String encode(String text) {
        if (isSafe(text)) {
            return text;
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return PREFIX + Base64.getEncoder().encodeToString(bytes) + SUFFIX;
    }

    private static boolean isSafe(String text) {
        return text.isEmpty() || isPrintable(text) && !hasSpaceAtAnEnd(text) && !isMarked(text);
    }

    /** Tabs would be legal within a value; intermediaries are known to change them. */
    private static boolean isPrintable(String text) {
        return text.chars().allMatch(c -> c >= 0x20 && c < 0x7f);
    }

    /** Readers of headers trim it. */
    private static boolean hasSpaceAtAnEnd(String text) {
        return text.charAt(0) == ' ' || text.charAt(text.length() - 1) == ' ';
    }

    /** It would be decoded although it is not encoded. */
    private static boolean isMarked(String text) {
        return text.startsWith(PREFIX) && text.endsWith(SUFFIX);
    }
}
