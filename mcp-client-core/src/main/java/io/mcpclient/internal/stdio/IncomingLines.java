package io.mcpclient.internal.stdio;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.jsonrpc.MalformedMessageException;
import io.mcpclient.transport.IgnoredMessages.Reason;
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

    private static final Logger logger = LoggerFactory.getLogger(IncomingLines.class);

    private static final Pattern QUOTED = Pattern.compile("'[^']*'");

    /** Enough to identify a line in a log message. */
    private static final int EXCERPT_BYTES = 1000;

    private final TransportProvider.Context context;

    private final PendingExchanges pending;

    private final TransportListener listener;

    private final Runnable onEndless;

    private final Runnable onSpoken;

    private final StrictUtf8 utf8 = new StrictUtf8();

    IncomingLines(
            TransportProvider.Context context,
            PendingExchanges pending,
            TransportListener listener,
            Runnable onEndless,
            Runnable onSpoken) {
        this.context = context;
        this.pending = pending;
        this.listener = listener;
        this.onEndless = onEndless;
        this.onSpoken = onSpoken;
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
            return;
        }
        try {
            read(bytes, begin, end - begin);
        } catch (MalformedMessageException ex) {
            ignored(Reason.MALFORMED, String.valueOf(ex.getMessage()), bytes, begin, end - begin);
            if (ex.isLimitReached()) {
                failWaiting(ResponseId.of(bytes, begin, end - begin), ex.getMessage());
            }
        } catch (RuntimeException ex) {
            // A defect in a receiver is no reason to stop reading from the server.
            logger.error("MCP server \"{}\": a message could not be handled", this.context.serverName(), ex);
        }
    }

    @Override
    public void onTooLong(byte[] bytes, int offset, int length) {
        ignored(Reason.TOO_LARGE, "longer than max-message-size", bytes, offset, length);
        failWaiting(ResponseId.atBegin(bytes, offset, length), null);
    }

    @Override
    public void onEndOfTooLong(byte[] bytes, int offset, int length) {
        failWaiting(ResponseId.atEnd(bytes, offset, length), null);
    }

    @Override
    public void onEndless() {
        this.onEndless.run();
    }

    /** Without this, the caller of a skipped response would wait until its deadline, without a reason. */
    private void failWaiting(@Nullable JsonRpcId id, @Nullable String problem) {
        if (id != null) {
            this.pending.fail(id, new ResponseTooLargeException(problem));
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
        this.onSpoken.run();
        ReceivedMessage received = new ReceivedMessage(message, ResponseHead.NONE, batched);
        if (!this.pending.answer(received)) {
            this.listener.onMessage(received);
        }
    }

    private void ignored(Reason reason, String problem, byte[] bytes, int offset, int length) {
        String text = new String(bytes, offset, Math.min(length, EXCERPT_BYTES), StandardCharsets.UTF_8);
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
}
