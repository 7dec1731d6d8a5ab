package io.mcpclient.protocol.modern;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Writes any text as the value of a header. */
final class HeaderValue {

    private HeaderValue() {}

    static String encode(String value) {
        boolean plain = value.chars().allMatch(c -> c >= 0x20 && c <= 0x7e) && value.equals(value.strip());
        return (plain && !(value.startsWith("=?base64?") && value.endsWith("?=")))
                ? value
                : "=?base64?" + Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8)) + "?=";
    }
}
