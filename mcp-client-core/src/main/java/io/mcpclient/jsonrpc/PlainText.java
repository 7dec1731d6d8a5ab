package io.mcpclient.jsonrpc;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Recognizes {@linkplain JsonSize#isPlain() plain} JSON by its bytes, most of them eight at once: every definition of a server is
 * looked at.
 */
final class PlainText {

    private static final VarHandle EIGHT = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int DELETE = 0x7f;

    private static final long ONES = 0x0101_0101_0101_0101L;

    private static final long SPACES = 0x2020_2020_2020_2020L;

    private static final long BACKSLASHES = 0x5c5c_5c5c_5c5c_5c5cL;

    private static final long DELETES = 0x7f7f_7f7f_7f7f_7f7fL;

    private static final long HIGHEST_BITS = 0x8080_8080_8080_8080L;

    private PlainText() {}

    /**
     * Returns whether a part of a text is plain. A character that is written by its code is not.
     * @param text valid JSON
     * @param from index of the first byte
     * @param to index after the last byte
     * @return whether names and texts consist of printable ASCII characters, line breaks and tabs
     */
    static boolean is(byte[] text, int from, int to) {
        int i = from;
        while (i < to) {
            if (i + Long.BYTES <= to && arePrintable((long) EIGHT.get(text, i))) {
                i += Long.BYTES;
            } else if (text[i] == '\\') {
                if ("\"\\/nrt".indexOf(text[i + 1]) < 0) {
                    return false;
                }
                i += 2;
            } else if (text[i] < 0 || text[i] == DELETE) {
                return false;
            } else {
                i++; // a line break or a tab is between values
            }
        }
        return true;
    }

    /** Whether eight bytes are printable ASCII characters other than a backslash. */
    private static boolean arePrintable(long eight) {
        long others = eight | (eight - SPACES) | zeros(eight ^ BACKSLASHES) | zeros(eight ^ DELETES);
        return (others & HIGHEST_BITS) == 0;
    }

    /** Sets the highest bit of each byte that is zero, and perhaps of others if there is one. */
    private static long zeros(long eight) {
        return (eight - ONES) & ~eight;
    }
}
