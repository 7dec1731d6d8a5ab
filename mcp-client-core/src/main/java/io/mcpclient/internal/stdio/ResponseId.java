package io.mcpclient.internal.stdio;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import io.mcpclient.jsonrpc.JsonRpcId;

/**
 * Finds the id of the request that an unreadable line responds to: one that is too long, too deep for JSON, or not UTF-8.
 * Servers write the id either first or last. In both positions it can only be the id of the message itself; no other position
 * is searched. Requests of the server have ids of their own, which may be equal to those of this client.
 *
 * @see "faults C13, F36"
 */
final class ResponseId {

    private static final int FIRST_BYTES = 256;

    private static final int LAST_BYTES = 128;

    private static final String ID = "\"id\"\\s*:\\s*(?:(\\d{1,18})(?:\\.0{1,18})?|\"([^\"\\\\]{1,64})\")\\s*";

    private static final String VERSION = "\"jsonrpc\"\\s*:\\s*\"2\\.0\"\\s*";

    private static final Pattern AT_BEGIN =
            Pattern.compile("^\\s*\\{\\s*(?:" + VERSION + ",\\s*)?" + ID + ",\\s*\"(?:result|error)\"");

    private static final Pattern AT_END = Pattern.compile(ID + "(?:,\\s*" + VERSION + ")?}\\s*$");

    private static final Pattern REQUEST =
            Pattern.compile("^\\s*\\{\\s*(?:" + VERSION + ",\\s*)?\"(?:method|params)\"");

    private ResponseId() {}

    /** Returns whether a line begins like a request or a notification. */
    static boolean isRequest(byte[] bytes, int offset, int length) {
        return REQUEST.matcher(text(bytes, offset, Math.min(length, FIRST_BYTES)))
                .find();
    }

    /** Returns the id if it precedes the result, otherwise {@code null}. */
    static @Nullable JsonRpcId atBegin(byte[] bytes, int offset, int length) {
        return find(AT_BEGIN, bytes, offset, Math.min(length, FIRST_BYTES));
    }

    /** Returns the id if it follows the result, otherwise {@code null}. */
    static @Nullable JsonRpcId atEnd(byte[] bytes, int offset, int length) {
        return find(AT_END, bytes, offset, length);
    }

    /** Returns the id of a complete line, from either position; otherwise {@code null}. */
    static @Nullable JsonRpcId of(byte[] bytes, int offset, int length) {
        JsonRpcId first = atBegin(bytes, offset, length);
        if (first != null || isRequest(bytes, offset, length)) {
            return first;
        }
        int last = Math.min(length, LAST_BYTES);
        return atEnd(bytes, offset + length - last, last);
    }

    private static String text(byte[] bytes, int offset, int length) {
        return new String(bytes, offset, length, StandardCharsets.ISO_8859_1);
    }

    private static @Nullable JsonRpcId find(Pattern pattern, byte[] bytes, int offset, int length) {
        Matcher id = pattern.matcher(text(bytes, offset, length));
        if (!id.find()) {
            return null;
        }
        return (id.group(1) != null) ? JsonRpcId.of(Long.parseLong(id.group(1))) : JsonRpcId.of(id.group(2));
    }
}
