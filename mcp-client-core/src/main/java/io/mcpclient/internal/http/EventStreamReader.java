package io.mcpclient.internal.http;

import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import org.springframework.core.io.buffer.DataBuffer;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.SignalType;
import reactor.util.context.Context;

import io.mcpclient.internal.support.PresentRead;

/**
 * Reads one leg of an event stream: the body of one response, from its first byte to its end. The handler interprets the
 * events. Cancelling abandons the leg and closes its connection without notifying the handler.
 *
 * @see "faults C03, C13, F12"
 */
final class EventStreamReader extends BaseSubscriber<DataBuffer> {

    /** Receives the events of a leg, and its end. Called by one thread at a time. */
    interface Handler extends EventStreamParser.Listener {

        /**
         * Called at the end of the leg.
         * @param error the reason, as signalled by the HTTP client or thrown for a rejected event; {@code null} if the server
         *     ended the stream normally
         */
        void onEnd(@Nullable Throwable error);
    }

    /** An abandoned stream may still break in the background; Reactor would log that as an error. */
    private static final Context QUIET =
            Context.of("reactor.onErrorDropped.local", (Consumer<Throwable>) dropped -> {});

    private final Handler handler;

    private final EventStreamParser parser;

    private final long maxBytes;

    private final ReceiveBudget.Lease lease;

    private long bytes;

    private byte[] chunk = new byte[0];

    /**
     * Creates a reader, to be subscribed to a response body.
     * @param handler receives the events
     * @param maxEventBytes maximum size of the data of one event
     * @param maxBytes maximum size of the leg
     * @param lease memory for an event until it is complete
     */
    EventStreamReader(Handler handler, int maxEventBytes, long maxBytes, ReceiveBudget.Lease lease) {
        this.handler = handler;
        this.parser = new EventStreamParser(maxEventBytes, handler);
        this.maxBytes = maxBytes;
        this.lease = lease;
    }

    @Override
    public Context currentContext() {
        return QUIET;
    }

    @Override
    protected void hookOnSubscribe(Subscription subscription) {
        // Events are bounded in size and handled immediately, so comments do not consume demand (fault C03).
        subscription.request(Long.MAX_VALUE);
    }

    @Override
    protected void hookOnNext(DataBuffer buffer) {
        try {
            feed(buffer);
        } catch (RuntimeException ex) {
            cancel();
            this.handler.onEnd(ex);
        } finally {
            Buffers.release(buffer);
        }
    }

    private void feed(DataBuffer buffer) {
        int length = buffer.readableByteCount();
        this.bytes += length;
        if (this.bytes > this.maxBytes) {
            throw new StreamTooLongException(this.maxBytes);
        }
        if (this.chunk.length < length) {
            this.chunk = new byte[length];
        }
        buffer.read(this.chunk, 0, length);
        PresentRead.handle(() -> this.parser.feed(this.chunk, 0, length));
        this.lease.set(this.parser.bufferedBytes());
    }

    @Override
    protected void hookFinally(SignalType type) {
        this.lease.close();
    }

    @Override
    protected void hookOnComplete() {
        this.handler.onEnd(null);
    }

    @Override
    protected void hookOnError(Throwable error) {
        this.handler.onEnd(error);
    }
}
