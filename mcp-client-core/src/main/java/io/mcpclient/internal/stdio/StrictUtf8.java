package io.mcpclient.internal.stdio;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Checks whether bytes are valid UTF-8. The JSON parser is lenient: it accepts invalid forms, which other readers might
 * interpret differently. Not thread-safe.
 *
 * @see "MCP 2025-11-25, basic/transports (RPC-11)"
 */
final class StrictUtf8 {

    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long EACH_80 = 0x8080808080808080L;

    private final CharsetDecoder decoder = StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);

    private final CharBuffer chars = CharBuffer.allocate(1024);

    boolean isValid(byte[] bytes, int offset, int length) {
        int end = offset + length;
        int at = endOfAscii(bytes, offset, end);
        if (at == end) {
            return true;
        }
        ByteBuffer rest = ByteBuffer.wrap(bytes, at, end - at);
        this.decoder.reset();
        CoderResult result;
        do {
            this.chars.clear();
            result = this.decoder.decode(rest, this.chars, true);
        } while (result.isOverflow());
        return !result.isError();
    }

    /** Eight bytes per step: most machine-generated text is pure ASCII. */
    private static int endOfAscii(byte[] bytes, int from, int end) {
        int at = from;
        while (at <= end - Long.BYTES && ((long) WORDS.get(bytes, at) & EACH_80) == 0) {
            at += Long.BYTES;
        }
        while (at < end && bytes[at] >= 0) {
            at++;
        }
        return at;
    }
}
