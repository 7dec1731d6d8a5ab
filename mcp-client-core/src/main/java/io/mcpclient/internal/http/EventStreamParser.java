package io.mcpclient.internal.http;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * Incremental parser for {@code text/event-stream} as specified by the WHATWG, for input in pieces of any size.
 *
 * <p>The parser handles the format only: the meaning of events, the delay before a reconnect and the use of ids are decided by
 * its caller. It deviates from the standard in three places. An event with an {@code id} field but no data is reported too,
 * with length 0, because MCP servers send such priming events to make a stream resumable. An id of more than
 * {@value #MAX_ID_BYTES} bytes makes the stream permanently non-resumable. And the data of an event is bounded.
 *
 * <pre>
 *            first byte ':' or unknown name
 *   NAME ──────────────────────────────────────► VALUE of nothing ─┐
 *    ▲ └── "data:" "event:" "id:" "retry:" ────► VALUE of a field ─┤
 *    └───────────────── end of line ◄──────────────────────────────┘
 *   (an empty NAME at the end of a line ends the event)
 * </pre>
 *
 * <p>Comments and unknown fields are skipped in place. Not thread-safe, and not usable after {@link #feed} has thrown an
 * exception.
 */
final class EventStreamParser {

    /** Receives the content of the stream; called from within {@link #feed}. */
    interface Listener {

        /**
         * Receives an event whose closing blank line has arrived.
         * @param name the event's name, {@code null} for none, which means "message"
         * @param data holds the event's data as sent, lines joined by LF; the array belongs to the parser and is only valid
         *     during the call
         * @param length length of the data, 0 for an event that only carried an id or had empty data
         * @param lastEventId the id to resume the stream from, which may come from an earlier event; {@code null} for none,
         *     also when an empty or oversized id has reset an earlier one
         * @param ownId whether this event had its own id, including one that reset an earlier one
         */
        void onEvent(
                @Nullable String name,
                byte[] data,
                int offset,
                int length,
                @Nullable String lastEventId,
                boolean ownId);

        /**
         * Receives the reconnection delay requested by the server, as soon as its line is complete.
         * @param millis any non-negative number, {@link Long#MAX_VALUE} for a larger one
         */
        void onRetry(long millis);
    }

    static final int MAX_ID_BYTES = 1024;

    /** Buffers above this size are released after the event that needed them. */
    static final int MAX_IDLE_BUFFER_BYTES = 64 * 1024;

    private static final byte LF = '\n';
    private static final byte CR = '\r';
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
    private static final byte[] LINE_JOINT = {LF};
    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long EACH_01 = 0x0101010101010101L;
    private static final long EACH_80 = 0x8080808080808080L;

    private enum Field {
        DATA("data"),
        EVENT("event"),
        ID("id"),
        RETRY("retry"),
        /** A comment or an unknown field. */
        NONE("");

        private static final Field[] KNOWN = {DATA, EVENT, ID, RETRY};
        private static final int LONGEST_NAME = 5;

        private final byte[] name;

        Field(String name) {
            this.name = name.getBytes(StandardCharsets.US_ASCII);
        }

        static Field named(byte[] bytes, int length) {
            for (Field field : KNOWN) {
                if (Arrays.equals(field.name, 0, field.name.length, bytes, 0, length)) {
                    return field;
                }
            }
            return NONE;
        }
    }

    private final int maxEventBytes;
    private final Listener listener;

    private int byteOrderMarkSeen;
    private boolean afterCarriageReturn;
    private boolean ended;

    /** Maximum size of the data of an event to report at present, and whether one is larger. */
    private int maxDataBytes;

    private boolean stopped;

    /** The field whose value is being read, {@code null} while its name is being read. */
    private @Nullable Field field;

    private final byte[] fieldName = new byte[Field.LONGEST_NAME];
    private int fieldNameLength;
    private boolean atValueStart;

    private final Buffer data = new Buffer();
    private final Buffer eventName = new Buffer();
    private boolean hasData;
    private boolean hasId;

    private final Buffer id = new Buffer();
    private boolean idHasNul;
    private boolean idTooLong;
    private boolean resumable = true;
    private @Nullable String lastEventId;

    private long retryMillis;
    private boolean retryHasDigits;
    private boolean retryHasOthers;

    /** @param maxEventBytes maximum size of the data of one event, and likewise of its name */
    EventStreamParser(int maxEventBytes, Listener listener) {
        this.maxEventBytes = maxEventBytes;
        this.listener = listener;
    }

    /**
     * Parses the next piece of the stream, which may begin and end anywhere.
     * @throws EventTooLargeException if an event exceeds the bound; earlier events have been reported
     */
    void feed(byte[] bytes, int offset, int length) {
        feed(bytes, offset, length, Integer.MAX_VALUE);
    }

    /**
     * Parses the next piece of the stream up to a large event, before which it stops. The next call continues there.
     * @param maxDataBytes maximum size of the data of events to report
     * @return index of the first byte that was not parsed
     * @throws EventTooLargeException if an event exceeds the bound; earlier events have been reported
     */
    int feed(byte[] bytes, int offset, int length, int maxDataBytes) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        if (this.ended) {
            throw new IllegalStateException("the stream has ended");
        }
        int end = offset + length;
        try {
            int at = this.byteOrderMarkSeen < BYTE_ORDER_MARK.length ? skipByteOrderMark(bytes, offset, end) : offset;
            this.maxDataBytes = maxDataBytes;
            return readLines(bytes, at, end);
        } catch (EventTooLargeException tooLarge) {
            end();
            throw tooLarge;
        }
    }

    /** Ends the stream; an event without its closing blank line is discarded, as the standard requires. */
    void end() {
        this.ended = true;
        this.data.release();
        this.eventName.release();
        this.id.release();
    }

    /** Returns the number of bytes that the parser retains between two pieces. */
    int bufferedBytes() {
        return this.data.capacity() + this.eventName.capacity() + this.id.capacity();
    }

    private int skipByteOrderMark(byte[] bytes, int from, int end) {
        int at = from;
        while (at < end && this.byteOrderMarkSeen < BYTE_ORDER_MARK.length) {
            if (bytes[at] != BYTE_ORDER_MARK[this.byteOrderMarkSeen]) {
                int resembling = this.byteOrderMarkSeen;
                this.byteOrderMarkSeen = BYTE_ORDER_MARK.length;
                readLines(BYTE_ORDER_MARK, 0, resembling);
                return at;
            }
            this.byteOrderMarkSeen++;
            at++;
        }
        return at;
    }

    private int readLines(byte[] bytes, int from, int end) {
        int at = from;
        this.stopped = false;
        while (at < end && !this.stopped) {
            if (this.afterCarriageReturn) {
                this.afterCarriageReturn = false;
                if (bytes[at] == LF) {
                    at++;
                    continue;
                }
            }
            Field current = this.field;
            at = current == null ? readName(bytes, at, end) : readValue(current, bytes, at, end);
        }
        return at;
    }

    private int readName(byte[] bytes, int from, int end) {
        int at = from;
        while (at < end) {
            byte next = bytes[at++];
            if (next == ':') {
                beginValue(Field.named(this.fieldName, this.fieldNameLength));
                return at;
            }
            if (next == LF || next == CR) {
                if (this.fieldNameLength == 0 && this.data.length > this.maxDataBytes) {
                    this.stopped = true;
                    return at - 1;
                }
                this.afterCarriageReturn = next == CR;
                endNameWithoutValue();
                return at;
            }
            if (this.fieldNameLength == Field.LONGEST_NAME) {
                beginValue(Field.NONE);
                return at;
            }
            this.fieldName[this.fieldNameLength++] = next;
        }
        return at;
    }

    private int readValue(Field current, byte[] bytes, int from, int end) {
        int at = from;
        if (this.atValueStart) {
            this.atValueStart = false;
            if (bytes[at] == ' ') {
                at++;
            }
        }
        int lineEnd = indexOfLineEnd(bytes, at, end);
        append(current, bytes, at, lineEnd);
        if (lineEnd == end) {
            return end;
        }
        this.afterCarriageReturn = bytes[lineEnd] == CR;
        endValue(current);
        return lineEnd + 1;
    }

    private void endNameWithoutValue() {
        if (this.fieldNameLength == 0) {
            endEvent();
            return;
        }
        Field current = Field.named(this.fieldName, this.fieldNameLength);
        beginValue(current);
        endValue(current);
    }

    private void beginValue(Field next) {
        this.field = next;
        this.atValueStart = true;
        switch (next) {
            case DATA -> beginData();
            case EVENT -> this.eventName.clear();
            case ID -> beginId();
            case RETRY -> beginRetry();
            case NONE -> {}
        }
    }

    private void append(Field current, byte[] bytes, int from, int to) {
        switch (current) {
            case DATA -> this.data.append(bytes, from, to, this.maxEventBytes);
            case EVENT -> this.eventName.append(bytes, from, to, this.maxEventBytes);
            case ID -> appendId(bytes, from, to);
            case RETRY -> appendRetry(bytes, from, to);
            case NONE -> {}
        }
    }

    private void endValue(Field current) {
        this.field = null;
        this.fieldNameLength = 0;
        switch (current) {
            case ID -> endId();
            case RETRY -> endRetry();
            case DATA, EVENT, NONE -> {}
        }
    }

    private void beginData() {
        if (this.hasData) {
            this.data.append(LINE_JOINT, 0, 1, this.maxEventBytes);
        }
        this.hasData = true;
    }

    private void beginId() {
        this.id.clear();
        this.idHasNul = false;
        this.idTooLong = false;
    }

    private void appendId(byte[] bytes, int from, int to) {
        for (int at = from; at < to && !this.idHasNul; at++) {
            this.idHasNul = bytes[at] == 0;
        }
        this.idTooLong |= to - from > MAX_ID_BYTES - this.id.length;
        if (!this.idTooLong) {
            this.id.append(bytes, from, to, MAX_ID_BYTES);
        }
    }

    private void endId() {
        if (this.idHasNul) {
            return;
        }
        this.hasId = true;
        this.resumable &= !this.idTooLong;
        this.lastEventId = this.resumable && this.id.length > 0 ? this.id.text() : null;
    }

    private void beginRetry() {
        this.retryMillis = 0;
        this.retryHasDigits = false;
        this.retryHasOthers = false;
    }

    private void appendRetry(byte[] bytes, int from, int to) {
        for (int at = from; at < to; at++) {
            int digit = bytes[at] - '0';
            if (digit < 0 || digit > 9) {
                this.retryHasOthers = true;
                return;
            }
            this.retryHasDigits = true;
            this.retryMillis =
                    this.retryMillis > (Long.MAX_VALUE - digit) / 10 ? Long.MAX_VALUE : this.retryMillis * 10 + digit;
        }
    }

    private void endRetry() {
        if (this.retryHasDigits && !this.retryHasOthers) {
            this.listener.onRetry(this.retryMillis);
        }
    }

    private void endEvent() {
        if (this.hasData || this.hasId) {
            String name = this.eventName.length == 0 ? null : this.eventName.text();
            this.listener.onEvent(name, this.data.bytes, 0, this.data.length, this.lastEventId, this.hasId);
        }
        this.hasData = false;
        this.hasId = false;
        this.data.reset();
        this.eventName.reset();
    }

    /**
     * Finds the end of the line, eight bytes per step because large events spend much time here. Returns {@code end} if there
     * is none.
     */
    private static int indexOfLineEnd(byte[] bytes, int from, int end) {
        int at = from;
        while (at <= end - Long.BYTES) {
            long word = (long) WORDS.get(bytes, at);
            if ((zeroBytes(word ^ EACH_01 * LF) | zeroBytes(word ^ EACH_01 * CR)) != 0) {
                break;
            }
            at += Long.BYTES;
        }
        while (at < end && bytes[at] != LF && bytes[at] != CR) {
            at++;
        }
        return at;
    }

    /** Nonzero exactly if one of the eight bytes is zero. */
    private static long zeroBytes(long word) {
        return (word - EACH_01) & ~word & EACH_80;
    }

    private static final class Buffer {

        private static final byte[] EMPTY = {};
        private static final int FIRST_CAPACITY = 256;

        private byte[] bytes = EMPTY;
        private int length;

        void append(byte[] source, int from, int to, int limit) {
            int added = to - from;
            if (added > limit - this.length) {
                throw new EventTooLargeException(limit);
            }
            if (added > this.bytes.length - this.length) {
                grow(this.length + added, limit);
            }
            System.arraycopy(source, from, this.bytes, this.length, added);
            this.length += added;
        }

        private void grow(int needed, int limit) {
            long doubled = Math.max(FIRST_CAPACITY, 2L * this.bytes.length);
            this.bytes = Arrays.copyOf(this.bytes, (int) Math.max(needed, Math.min(doubled, limit)));
        }

        String text() {
            return new String(this.bytes, 0, this.length, StandardCharsets.UTF_8);
        }

        int capacity() {
            return this.bytes.length;
        }

        void clear() {
            this.length = 0;
        }

        /** Clears the content, and releases a large buffer. */
        void reset() {
            this.length = 0;
            if (this.bytes.length > MAX_IDLE_BUFFER_BYTES) {
                this.bytes = EMPTY;
            }
        }

        void release() {
            this.bytes = EMPTY;
            this.length = 0;
        }
    }
}
