package io.mcpclient.sample.embedded.stateless;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collections;
import java.util.List;

import jakarta.servlet.http.HttpServletRequest;

import org.jspecify.annotations.Nullable;

/**
 * Reads header values: plain ASCII, or Base64 of UTF-8 between markers.
 *
 * @see "MCP 2026-07-28, basic/transports/streamable-http, Value Encoding"
 */
final class HeaderValues {

    private static final String PREFIX = "=?base64?";

    private static final String SUFFIX = "?=";

    private HeaderValues() {}

    static List<String> all(HttpServletRequest http, String name) {
        return Collections.list(http.getHeaders(name));
    }

    /**
     * Returns the raw value of a header.
     * @return the value, or {@code null} if there is none
     * @throws RpcError if there are several, or one with characters that are not allowed in headers
     */
    static @Nullable String only(HttpServletRequest http, String name) {
        List<String> values = all(http, name);
        if (values.isEmpty()) {
            return null;
        }
        String value = values.get(0);
        if (values.size() > 1 || !value.chars().allMatch(c -> c == '\t' || (c >= ' ' && c <= '~'))) {
            throw RpcError.headerMismatch(name + " must be there once, in plain ASCII");
        }
        return value;
    }

    /**
     * Returns the decoded value of a header.
     * @return the decoded value, or {@code null} if there is none
     * @throws RpcError if the header cannot be read
     */
    static @Nullable String decoded(HttpServletRequest http, String name) {
        String value = only(http, name);
        if (value == null
                || value.length() < PREFIX.length() + SUFFIX.length()
                || !value.startsWith(PREFIX)
                || !value.endsWith(SUFFIX)) {
            return value;
        }
        return decode(name, value.substring(PREFIX.length(), value.length() - SUFFIX.length()));
    }

    private static String decode(String name, String base64) {
        try {
            byte[] bytes = Base64.getDecoder().decode(base64);
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (IllegalArgumentException | CharacterCodingException ex) {
            throw RpcError.headerMismatch(name + " is not Base64 of UTF-8");
        }
    }
}
