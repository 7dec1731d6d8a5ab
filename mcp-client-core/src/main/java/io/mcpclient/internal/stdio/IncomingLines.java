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
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.jsonrpc.MalformedMessageException;
import io.mcpclient.support.Loggers;
import io.mcpclient.text.SafeText;
import io.mcpclient.transport.McpIgnoredMessages.Reason;
import io.mcpclient.transport.PendingExchanges;
import io.mcpclient.transport.ReceivedMessage;
import io.mcpclient.transport.ResponseHead;
import io.mcpclient.transport.TransportListener;
import io.mcpclient.transport.TransportProvider;

/**
 * Decodes the lines of a server into messages and dispatches each to its receiver. Lines that are not messages are counted and
 * skipped: servers print banners and traces. Not thread-safe.
 *
 * @see "MCP 2025-11-25, basic/transports, stdio (STD-07, STD-10, RPC-08, RPC-12); faults B08, E05, E06, E09, F01, F02"
 */
final class IncomingLines implements LineSplitter.Listener {

    private static final Logger logger = Loggers.STDIO;

    private static final Pattern QUOTED = Pattern.compile("'[^']*'");

    /** Enough to identify a line in a log message. */
    private static final int EXCERPT_BYTES = 1000;

    private final TransportProvider.Context context;

    private final PendingExchanges pending;

    private final TransportListener listener;

    private final Runnable onEndless;

    private final StrictUtf8 utf8 = new StrictUtf8();

    private volatile boolean hasSpoken;

    /** First line that was no message. */
    private volatile @Nullable String unread;

    /** Whether the line that is too long is no response. */
    private boolean isTooLongRequest;

    IncomingLines(
            TransportProvider.Context context,
            PendingExchanges pending,
            TransportListener listener,
            Runnable onEndless) {
        this.context = context;
        this.pending = pending;
        this.listener = listener;
        this.onEndless = onEndless;
    }

    @Override
    public void onLine(byte[] bytes, int offset, int length) {
        int begin = hasByteOrderMark(bytes, offset, length) ? offset + 3 : offset;
        int end = offset + length;
        if (isBlank(bytes, begin, end)) {
            return;
        }
        if (!this.utf8.isValid(bytes, begin, end - begin)) {
            ignored(Reason.MALFORMED, "not UTF-8", bytes, begin, end - begin);
            failWaiting(ResponseId.of(bytes, begin, end - begin), new NotUtf8Exception());
            return;
        }
        try {
            read(bytes, begin, end - begin);
        } catch (MalformedMessageException ex) {
            ignored(Reason.MALFORMED, String.valueOf(ex.getMessage()), bytes, begin, end - begin);
            if (ex.isLimitReached()) {
                failWaiting(ResponseId.of(bytes, begin, end - begin), new ResponseTooLargeException(ex));
            }
        } catch (RuntimeException ex) {
            // A defect in a receiver is no reason to stop reading from the server.
            logger.error("MCP server \"{}\": a message could not be handled", this.context.serverName(), ex);
        }
    }

    @Override
    public void onTooLong(byte[] bytes, int offset, int length) {
        ignored(Reason.TOO_LARGE, "longer than max-message-size", bytes, offset, length);
        this.isTooLongRequest = ResponseId.isRequest(bytes, offset, length);
        failWaiting(ResponseId.atBegin(bytes, offset, length), new ResponseTooLargeException(null));
    }

    @Override
    public void onEndOfTooLong(byte[] bytes, int offset, int length) {
        if (!this.isTooLongRequest) {
            failWaiting(ResponseId.atEnd(bytes, offset, length), new ResponseTooLargeException(null));
        }
    }

    @Override
    public void onEndless() {
        this.onEndless.run();
    }

    /** Without this, the caller of a skipped response would wait until its deadline, without a reason. */
    private void failWaiting(@Nullable JsonRpcId id, RuntimeException cause) {
        if (id != null) {
            this.pending.fail(id, cause);
        }
    }

    private void read(byte[] bytes, int offset, int length) {
        JsonCodec codec = this.context.codec();
        if (JsonCodec.isBatch(bytes, offset, length)) {
            codec.decodeBatch(bytes, offset, length, this.pending, problem -> this.context
                            .ignored()
                            .count(Reason.MALFORMED, withoutQuotes(problem)))
                    .forEach(message -> deliver(message, true));
        } else {
            deliver(codec.decode(bytes, offset, length, this.pending), false);
        }
    }

    private void deliver(JsonRpcMessage message, boolean batched) {
        this.hasSpoken = true;
        ReceivedMessage received = new ReceivedMessage(message, ResponseHead.NONE, batched);
        if (!this.pending.answer(received)) {
            this.listener.onMessage(received);
        }
    }

    /** Returns whether there was a message. */
    boolean hasSpoken() {
        return this.hasSpoken;
    }

    /** Returns the first line that was no message, printable; {@code null} if there was none. */
    @Nullable
    String unread() {
        return this.unread;
    }

    private void ignored(Reason reason, String problem, byte[] bytes, int offset, int length) {
        String text = new String(bytes, offset, Math.min(length, EXCERPT_BYTES), StandardCharsets.UTF_8);
        if (this.unread == null) {
            this.unread = SafeText.excerpt(text);
        }
        this.context.ignored().count(reason, withoutQuotes(problem) + ": " + text);
    }

    /** The parser quotes parts of the text, possibly half of a secret, which could not be recognized. */
    private static String withoutQuotes(String problem) {
        return QUOTED.matcher(problem).replaceAll("'...'");
    }

    private static boolean hasByteOrderMark(byte[] bytes, int offset, int length) {
        return length >= 3
                && bytes[offset] == (byte) 0xEF
                && bytes[offset + 1] == (byte) 0xBB
                && bytes[offset + 2] == (byte) 0xBF;
    }

    private static boolean isBlank(byte[] bytes, int begin, int end) {
        for (int at = begin; at < end; at++) {
            if (bytes[at] != ' ' && bytes[at] != '\t' && bytes[at] != '\r') {
                return false;
            }
        }
        return true;
    }

    /**
     * Checks whether bytes are valid UTF-8. The JSON parser is lenient: it accepts invalid forms, which other readers might
     * interpret differently. Not thread-safe.
     *
     * @see "MCP 2025-11-25, basic/transports (RPC-11)"
     */
    static final class StrictUtf8 {

        private static final VarHandle WORDS =
                MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

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

    /** Signals a response that is not UTF-8. Never leaves the package. */
    static final class NotUtf8Exception extends RuntimeException {

        NotUtf8Exception() {
            super("not UTF-8", null, false, false);
        }
    }

    /** Signals a response that exceeds a limit and was not read. Never leaves the package. */
    static final class ResponseTooLargeException extends RuntimeException {

        private final @Nullable MalformedMessageException limit;

        /** @param limit the JSON limit that was exceeded; {@code null} if the line is too long */
        ResponseTooLargeException(@Nullable MalformedMessageException limit) {
            super("response too large", null, false, false);
            this.limit = limit;
        }

        @Nullable
        MalformedMessageException limit() {
            return this.limit;
        }
    }
}
