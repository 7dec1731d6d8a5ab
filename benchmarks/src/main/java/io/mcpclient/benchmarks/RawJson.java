package io.mcpclient.benchmarks;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import org.jspecify.annotations.Nullable;

/** Finds members of requests by searching bytes, which is enough for the stub servers and costs next to nothing. */
final class RawJson {

    static final byte[] METHOD = ascii("\"method\"");
    static final byte[] ID = ascii("\"id\"");
    static final byte[] NAME = ascii("\"name\"");
    static final byte[] PROGRESS_TOKEN = ascii("\"progressToken\"");
    static final byte[] CURSOR = ascii("\"cursor\"");

    private static final byte[] NULL = ascii("null");

    private RawJson() {}

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    static int find(byte[] bytes, int from, int to, byte[] wanted) {
        outer:
        for (int i = from; i <= to - wanted.length; i++) {
            for (int j = 0; j < wanted.length; j++) {
                if (bytes[i + j] != wanted[j]) {
                    continue outer;
                }
            }
            return i;
        }
        return -1;
    }

    /** The start of a member's value, or -1: the first occurrence counts, at whatever depth. */
    private static int value(byte[] body, byte[] quotedName) {
        int at = find(body, 0, body.length, quotedName);
        if (at < 0) {
            return -1;
        }
        int i = at + quotedName.length;
        while (i < body.length && (body[i] == ' ' || body[i] == ':')) {
            i++;
        }
        return i;
    }

    static @Nullable String string(byte[] body, byte[] quotedName) {
        int start = value(body, quotedName);
        if (start < 0 || body[start] != '"') {
            return null;
        }
        int end = start + 1;
        while (body[end] != '"') {
            end++;
        }
        return new String(body, start + 1, end - start - 1, StandardCharsets.US_ASCII);
    }

    /** Returns a scalar as in the request, a number or a quoted string. */
    static byte[] scalar(byte[] body, byte[] quotedName) {
        int start = value(body, quotedName);
        if (start < 0) {
            return NULL;
        }
        int end = start + 1;
        if (body[start] == '"') {
            while (body[end] != '"') {
                end++;
            }
            end++;
        } else {
            while (body[end] != ',' && body[end] != '}' && body[end] != ' ') {
                end++;
            }
        }
        return Arrays.copyOfRange(body, start, end);
    }
}
