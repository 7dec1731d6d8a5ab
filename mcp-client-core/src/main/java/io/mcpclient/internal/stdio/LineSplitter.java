package io.mcpclient.internal.stdio;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Splits bytes into lines, at LF only (fault E24). Lines that arrive in one piece are passed on without copying. A line that is
 * too long is skipped as it arrives: only its beginning and its end are reported. Not thread-safe.
 *
 * @see "MCP 2025-11-25, basic/transports, stdio (STD-03, STD-07); faults E06, E10"
 */
final class LineSplitter {

    /** Receives lines; the array belongs to the splitter and is only valid during the call. */
    interface Listener {

        void onLine(byte[] bytes, int offset, int length);

        /** Receives the beginning of a line as soon as the line exceeds the limit. */
        void onTooLong(byte[] bytes, int offset, int length);

        /** Receives the last bytes of that line once it has ended. The bytes in between are never reported. */
        void onEndOfTooLong(byte[] bytes, int offset, int length);

        /** Called once when a line is {@value #ENDLESS} times as long as allowed and has still not ended. */
        void onEndless();
    }

    static final int ENDLESS = 4;

    /** Buffers above this size are released after the line that needed them. */
    static final int MAX_IDLE_BUFFER_BYTES = 64 * 1024;

    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long EACH_01 = 0x0101010101010101L;

    private static final long EACH_80 = 0x8080808080808080L;

    private static final long EACH_LF = EACH_01 * '\n';

    private static final byte[] EMPTY = {};

    private static final int FIRST_CAPACITY = 1024;

    private static final int LAST_BYTES = 128;

    private final int maxLength;

    private final Listener listener;

    private byte[] begun = EMPTY;

    private int begunLength;

    /** Length of the last line whose buffer was released: the capacity for the next that needs more than an idle buffer. */
    private int releasedLength;

    private boolean skipping;

    /** Length of the skipped line so far, in bytes. */
    private long skipped;

    private boolean endless;

    /** The last bytes of the skipped line. */
    private byte[] last = EMPTY;

    LineSplitter(int maxLength, Listener listener) {
        this.maxLength = maxLength;
        this.listener = listener;
    }

    /** Processes the next piece, which may begin and end anywhere. */
    void feed(byte[] bytes, int offset, int length) {
        int end = offset + length;
        int start = offset;
        for (int at = indexOfLineEnd(bytes, start, end); at < end; at = indexOfLineEnd(bytes, start, end)) {
            endLine(bytes, start, at);
            start = at + 1;
        }
        if (start < end) {
            keep(bytes, start, end);
            if (this.skipping && !this.endless && this.skipped > (long) ENDLESS * this.maxLength) {
                this.endless = true;
                this.listener.onEndless();
            }
        }
    }

    /**
     * Finds the end of the line, eight bytes per step because large messages spend much time here. Returns {@code end} if there
     * is none.
     */
    private static int indexOfLineEnd(byte[] bytes, int from, int end) {
        int at = from;
        while (at <= end - Long.BYTES) {
            long different = (long) WORDS.get(bytes, at) ^ EACH_LF;
            if (((different - EACH_01) & ~different & EACH_80) != 0) {
                break;
            }
            at += Long.BYTES;
        }
        while (at < end && bytes[at] != '\n') {
            at++;
        }
        return at;
    }

    private void endLine(byte[] bytes, int start, int end) {
        if (this.begunLength == 0 && !this.skipping && end - start <= this.maxLength) {
            this.listener.onLine(bytes, start, end - start);
            return;
        }
        keep(bytes, start, end);
        if (this.skipping) {
            this.skipping = false;
            this.endless = false;
            this.listener.onEndOfTooLong(this.last, 0, this.last.length);
            this.last = EMPTY;
        } else {
            this.listener.onLine(this.begun, 0, this.begunLength);
            reset();
        }
    }

    private void keep(byte[] bytes, int start, int end) {
        int added = end - start;
        if (!this.skipping && added > this.maxLength - this.begunLength) {
            this.skipping = true;
            boolean isBegun = this.begunLength > 0;
            this.listener.onTooLong(
                    isBegun ? this.begun : bytes, isBegun ? 0 : start, isBegun ? this.begunLength : added);
            keepLast(this.begun, 0, this.begunLength);
            this.skipped = this.begunLength;
            reset();
        }
        if (this.skipping) {
            keepLast(bytes, start, end);
            this.skipped += added;
        } else {
            append(bytes, start, added);
        }
    }

    private void append(byte[] bytes, int start, int added) {
        if (added > this.begun.length - this.begunLength) {
            long grown = Math.max(this.begunLength + added, Math.max(FIRST_CAPACITY, 2L * this.begun.length));
            long expected = (grown > MAX_IDLE_BUFFER_BYTES) ? Math.max(grown, this.releasedLength) : grown;
            int capacity = (int) Math.max(this.begunLength + added, Math.min(expected, this.maxLength));
            this.begun = Arrays.copyOf(this.begun, capacity);
        }
        System.arraycopy(bytes, start, this.begun, this.begunLength, added);
        this.begunLength += added;
    }

    private void keepLast(byte[] bytes, int start, int end) {
        int added = Math.min(LAST_BYTES, end - start);
        int kept = Math.min(this.last.length, LAST_BYTES - added);
        byte[] joined = Arrays.copyOfRange(this.last, this.last.length - kept, this.last.length - kept + kept + added);
        System.arraycopy(bytes, end - added, joined, kept, added);
        this.last = joined;
    }

    private void reset() {
        if (this.begun.length > MAX_IDLE_BUFFER_BYTES) {
            this.begun = EMPTY;
            this.releasedLength = this.begunLength;
        }
        this.begunLength = 0;
    }

    int bufferedBytes() {
        return this.begun.length;
    }
}
