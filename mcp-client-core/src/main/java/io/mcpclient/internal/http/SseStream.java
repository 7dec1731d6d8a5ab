package io.mcpclient.internal.http;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.MonoSink;

import io.mcpclient.error.McpProtocolException.Reason;
import io.mcpclient.internal.support.OperationNames;
import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.text.SafeText;
import io.mcpclient.transport.McpIgnoredMessages;
import io.mcpclient.transport.PendingExchanges;
import io.mcpclient.transport.ReceivedMessage;
import io.mcpclient.transport.ResponseHead;
import io.mcpclient.transport.TransportListener;

/**
 * One stream of an HTTP+SSE server, from its GET to its end: a session. The server first sends the message endpoint, then its
 * messages and all responses. A stream that has ended is not resumed.
 *
 * @see "MCP 2024-11-05, basic/transports, HTTP with SSE (SSE-04, SSE-06 to SSE-08); faults A16, C12, C20, C21"
 */
final class SseStream implements EventStreamReader.Handler, EventDecoder.Sink {

    static final String OPERATION = OperationNames.CONNECT;

    private final HttpWire wire;

    private final TransportListener listener;

    private final MonoSink<Void> opened;

    private final PendingExchanges pending = new PendingExchanges();

    private final EventDecoder decoder;

    private final EventStreamReader reader;

    private final AtomicBoolean over = new AtomicBoolean();

    private volatile @Nullable URI endpoint;

    /** Whether the head of the stream has arrived. */
    private volatile boolean started;

    /**
     * Creates a stream that is not open yet.
     * @param wire sends requests to the server
     * @param listener receives messages other than responses, and the end of the stream
     * @param opened completes when the server has sent its message endpoint, or fails
     */
    SseStream(HttpWire wire, TransportListener listener, MonoSink<Void> opened) {
        this.wire = wire;
        this.listener = listener;
        this.opened = opened;
        this.decoder = new EventDecoder(wire, OPERATION, this.pending);
        this.reader = new EventStreamReader(
                this, wire.responseStreamLimits(), wire.receiving().lease(), wire.large());
    }

    void open() {
        // Without this stream the server cannot be called: it is the first step of the handshake.
        this.wire.stream(OPERATION, false, Map.of(), null, () -> {}, response -> this.started = true)
                .subscribe(this.reader);
    }

    boolean isStarted() {
        return this.started;
    }

    PendingExchanges pending() {
        return this.pending;
    }

    /** Returns the message endpoint, {@code null} before it is known and after the end. */
    @Nullable
    URI endpoint() {
        return this.over.get() ? null : this.endpoint;
    }

    /** Ends the stream from the client's side: pending requests fail, the listener is not notified. */
    void end() {
        if (this.over.compareAndSet(false, true)) {
            this.reader.dispose();
            this.pending.fail(this.wire.failures().closed(OPERATION));
        }
    }

    @Override
    public void onRetry(long millis) {
        // A stream that has ended is not resumed: a new one is a new session (SSE-08).
    }

    @Override
    public void onEvent(
            @Nullable String name, byte[] data, int offset, int length, @Nullable String lastEventId, boolean ownId) {
        if ("endpoint".equals(name)) {
            onEndpoint(new String(data, offset, length, StandardCharsets.UTF_8).strip());
        } else if (length > 0 && (name == null || name.equals("message"))) {
            this.decoder.decode(data, offset, length, this);
        }
    }

    private void onEndpoint(String text) {
        URI known = this.endpoint;
        if (known == null) {
            this.endpoint = first(text);
            this.opened.success();
            return;
        }
        try {
            this.endpoint = SseEndpoint.resolve(this.wire.target(), text);
        } catch (IllegalArgumentException ex) {
            // The previous endpoint remains valid (fault C21).
            this.wire
                    .ignored()
                    .count(
                            McpIgnoredMessages.Reason.NOT_NEGOTIATED,
                            "another message endpoint, which " + ex.getMessage());
        }
    }

    private URI first(String text) {
        try {
            return SseEndpoint.resolve(this.wire.target(), text);
        } catch (IllegalArgumentException ex) {
            throw this.wire
                    .failures()
                    .malformed(
                            OPERATION,
                            "the message endpoint named by the server " + SafeText.excerpt(ex.getMessage())
                                    + ", so it is not used",
                            text.isEmpty() ? Reason.MALFORMED : Reason.SECURITY,
                            null);
        }
    }

    @Override
    public void onMessage(JsonRpcMessage message, boolean batched) {
        // Headers of the stream do not belong to a response: there are no session ids here (SSE-08).
        ReceivedMessage received = new ReceivedMessage(message, ResponseHead.NONE, batched);
        if (!this.pending.answer(received) && !this.over.get()) {
            this.listener.onMessage(received);
        }
    }

    @Override
    public void onEnd(@Nullable Throwable error) {
        if (!this.over.compareAndSet(false, true)) {
            return;
        }
        HttpFailures failures = this.wire.failures();
        Throwable cause = (error != null)
                ? failures.translate(OPERATION, error)
                : failures.lost(OPERATION, "the server ended the event stream", null);
        if (this.endpoint == null) {
            this.opened.error(cause);
            return;
        }
        this.pending.fail(cause);
        this.listener.onClosed(cause);
    }
}
