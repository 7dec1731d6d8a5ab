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
        Objects.checkFromIndexSize(offset, length, bytes.length);
        if (ended) {
            throw new IllegalStateException("the stream has ended");
        }
        int end = offset + length;
        try {
            int at = byteOrderMarkSeen < BYTE_ORDER_MARK.length ? skipByteOrderMark(bytes, offset, end) : offset;
            readLines(bytes, at, end);
        } catch (EventTooLargeException tooLarge) {
            end();
            throw tooLarge;
        }
    }

    /** Ends the stream; an event without its closing blank line is discarded, as the standard requires. */
    void end() {
        ended = true;
        data.release();
        eventName.release();
        id.release();
    }

    /** Returns the number of bytes that the parser retains between two pieces. */
    int bufferedBytes() {
        return data.capacity() + eventName.capacity() + id.capacity();
    }

    private int skipByteOrderMark(byte[] bytes, int from, int end) {
        int at = from;
        while (at < end && byteOrderMarkSeen < BYTE_ORDER_MARK.length) {
            if (bytes[at] != BYTE_ORDER_MARK[byteOrderMarkSeen]) {
                int resembling = byteOrderMarkSeen;
                byteOrderMarkSeen = BYTE_ORDER_MARK.length;
                readLines(BYTE_ORDER_MARK, 0, resembling);
                return at;
            }
            byteOrderMarkSeen++;
            at++;
        }
        return at;
    }

    private void readLines(byte[] bytes, int from, int end) {
        int at = from;
        while (at < end) {
            if (afterCarriageReturn) {
                afterCarriageReturn = false;
                if (bytes[at] == LF) {
                    at++;
                    continue;
                }
            }
            Field current = field;
            at = current == null ? readName(bytes, at, end) : readValue(current, bytes, at, end);
        }
    }

    private int readName(byte[] bytes, int from, int end) {
        int at = from;
        while (at < end) {
            byte next = bytes[at++];
            if (next == ':') {
                beginValue(Field.named(fieldName, fieldNameLength));
                return at;
            }
            if (next == LF || next == CR) {
                afterCarriageReturn = next == CR;
                endNameWithoutValue();
                return at;
            }
            if (fieldNameLength == Field.LONGEST_NAME) {
                beginValue(Field.NONE);
                return at;
            }
            fieldName[fieldNameLength++] = next;
        }
        return at;
    }

    private int readValue(Field current, byte[] bytes, int from, int end) {
        int at = from;
        if (atValueStart) {
            atValueStart = false;
            if (bytes[at] == ' ') {
                at++;
            }
        }
        int lineEnd = indexOfLineEnd(bytes, at, end);
        append(current, bytes, at, lineEnd);
        if (lineEnd == end) {
            return end;
        }
        afterCarriageReturn = bytes[lineEnd] == CR;
        endValue(current);
        return lineEnd + 1;
    }

    private void endNameWithoutValue() {
        if (fieldNameLength == 0) {
            endEvent();
            return;
        }
        Field current = Field.named(fieldName, fieldNameLength);
        beginValue(current);
        endValue(current);
    }

    private void beginValue(Field next) {
        field = next;
        atValueStart = true;
        switch (next) {
            case DATA -> beginData();
            case EVENT -> eventName.clear();
            case ID -> beginId();
            case RETRY -> beginRetry();
            case NONE -> {}
        }
    }

    private void append(Field current, byte[] bytes, int from, int to) {
        switch (current) {
            case DATA -> data.append(bytes, from, to, maxEventBytes);
            case EVENT -> eventName.append(bytes, from, to, maxEventBytes);
            case ID -> appendId(bytes, from, to);
            case RETRY -> appendRetry(bytes, from, to);
            case NONE -> {}
        }
    }

    private void endValue(Field current) {
        field = null;
        fieldNameLength = 0;
        switch (current) {
            case ID -> endId();
            case RETRY -> endRetry();
            case DATA, EVENT, NONE -> {}
        }
    }

    private void beginData() {
        if (hasData) {
            data.append(LINE_JOINT, 0, 1, maxEventBytes);
        }
        hasData = true;
    }

    private void beginId() {
        id.clear();
        idHasNul = false;
        idTooLong = false;
    }

    private void appendId(byte[] bytes, int from, int to) {
        for (int at = from; at < to && !idHasNul; at++) {
            idHasNul = bytes[at] == 0;
        }
        idTooLong |= to - from > MAX_ID_BYTES - id.length;
        if (!idTooLong) {
            id.append(bytes, from, to, MAX_ID_BYTES);
        }
    }

    private void endId() {
        if (idHasNul) {
            return;
        }
        hasId = true;
        resumable &= !idTooLong;
        lastEventId = resumable && id.length > 0 ? id.text() : null;
    }

    private void beginRetry() {
        retryMillis = 0;
        retryHasDigits = false;
        retryHasOthers = false;
    }

    private void appendRetry(byte[] bytes, int from, int to) {
        for (int at = from; at < to; at++) {
            int digit = bytes[at] - '0';
            if (digit < 0 || digit > 9) {
                retryHasOthers = true;
                return;
            }
            retryHasDigits = true;
            retryMillis = retryMillis > (Long.MAX_VALUE - digit) / 10 ? Long.MAX_VALUE : retryMillis * 10 + digit;
        }
    }

    private void endRetry() {
        if (retryHasDigits && !retryHasOthers) {
            listener.onRetry(retryMillis);
        }
    }

    private void endEvent() {
        if (hasData || hasId) {
            String name = eventName.length == 0 ? null : eventName.text();
            listener.onEvent(name, data.bytes, 0, data.length, lastEventId, hasId);
        }
        hasData = false;
        hasId = false;
        data.reset();
        eventName.reset();
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
            if (added > limit - length) {
                throw new EventTooLargeException(limit);
            }
            if (added > bytes.length - length) {
                grow(length + added, limit);
            }
            System.arraycopy(source, from, bytes, length, added);
            length += added;
        }

        private void grow(int needed, int limit) {
            long doubled = Math.max(FIRST_CAPACITY, 2L * bytes.length);
            bytes = Arrays.copyOf(bytes, (int) Math.max(needed, Math.min(doubled, limit)));
        }

        String text() {
            return new String(bytes, 0, length, StandardCharsets.UTF_8);
        }

        int capacity() {
            return bytes.length;
        }

        void clear() {
            length = 0;
        }

        /** Clears the content, and releases a large buffer. */
        void reset() {
            length = 0;
            if (bytes.length > MAX_IDLE_BUFFER_BYTES) {
                bytes = EMPTY;
            }
        }

        void release() {
            bytes = EMPTY;
            length = 0;
        }
    }
}
