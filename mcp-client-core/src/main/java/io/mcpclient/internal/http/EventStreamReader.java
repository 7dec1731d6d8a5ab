package io.mcpclient.internal.http;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.function.LongFunction;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import org.springframework.core.io.buffer.DataBuffer;
import reactor.core.CoreSubscriber;
import reactor.core.Disposable;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

import io.mcpclient.internal.support.PresentRead;
import io.mcpclient.time.TimeSource;

/**
 * Reads one leg of an event stream: the body of one response, from its first byte to its end. The handler interprets the
 * events. Disposal abandons the leg and closes its connection without notifying the handler.
 *
 * <pre>
 *  onNext ──► parse ──► end of the piece                            request the next piece
 *               │
 *               └─────► large event: a thread of {@link LargeMessages}
 *                       handles it and parses the remaining piece   request the next piece
 * </pre>
 *
 * Pieces are requested one at a time, so nothing is read from the connection while a large event is being handled, and events
 * never overtake each other.
 *
 * @see "faults C03, C13, F12"
 */
final class EventStreamReader implements CoreSubscriber<DataBuffer>, Disposable {

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

    private final Limits limits;

    private final ReceiveBudget.Lease lease;

    private final LargeMessages large;

    private long bytes;

    private byte[] chunk = new byte[0];

    /** Position in the chunk up to which it has been parsed. */
    private int position;

    /** Pause after the present piece. */
    private Duration pause = Duration.ZERO;

    private volatile Subscription upstream = Operators.emptySubscription();

    private volatile boolean over;

    /** Whether a thread of {@link LargeMessages} has the parser. Guarded by this, as all below. */
    private boolean handedOver;

    /** Whether the response has ended in the meantime, and why. */
    private boolean ended;

    private @Nullable Throwable error;

    /**
     * Limits of a leg.
     *
     * @param eventBytes maximum size of the data of one event
     * @param bytes maximum size of the leg, {@link Long#MAX_VALUE} for a stream that is limited in rate instead
     * @param rate returns the pause after bytes that have been read
     * @param time timer of the pauses
     */
    record Limits(int eventBytes, long bytes, LongFunction<Duration> rate, TimeSource time) {}

    /**
     * Creates a reader, to be subscribed to a response body.
     * @param handler receives the events
     * @param limits limits of the leg
     * @param lease memory for an event until it has been handled
     * @param large threads for large events
     */
    EventStreamReader(Handler handler, Limits limits, ReceiveBudget.Lease lease, LargeMessages large) {
        this.handler = handler;
        this.parser = new EventStreamParser(limits.eventBytes(), handler);
        this.limits = limits;
        this.lease = lease;
        this.large = large;
    }

    @Override
    public Context currentContext() {
        return QUIET;
    }

    @Override
    public void onSubscribe(Subscription subscription) {
        this.upstream = subscription;
        requestNext();
    }

    private void requestNext() {
        if (this.pause.isZero()) {
            request();
        } else {
            this.limits.time().schedule(this.pause, this::request);
        }
    }

    private void request() {
        if (this.over) {
            this.upstream.cancel(); // disposed of before the subscription
        } else {
            this.upstream.request(1);
        }
    }

    @Override
    public void onNext(DataBuffer piece) {
        int length = piece.readableByteCount();
        try {
            if (this.chunk.length < length) {
                this.chunk = new byte[length];
            }
            piece.read(this.chunk, 0, length);
            this.bytes += length + ReceiveBudget.PIECE_BYTES;
            if (this.bytes > this.limits.bytes()) {
                throw new StreamTooLongException(this.limits.bytes());
            }
            this.pause = this.limits.rate().apply(length + ReceiveBudget.PIECE_BYTES);
            parse(0, length, LargeMessages.MIN_BYTES);
        } catch (RuntimeException ex) {
            fail(ex);
            return;
        } finally {
            Buffers.release(piece);
        }
        if (this.position == length) {
            requestNext();
        } else if (handOver()) {
            this.large.decode(
                    () -> parseLarge(length), () -> takeBack(new CancellationException("the client has been closed")));
        }
    }

    private void parse(int from, int to, int maxDataBytes) {
        PresentRead.handle(() -> this.position = this.parser.feed(this.chunk, from, to - from, maxDataBytes));
        this.lease.set(this.parser.bufferedBytes());
    }

    private void parseLarge(int end) {
        Throwable failure = null;
        try {
            if (!this.over) {
                parse(this.position, end, Integer.MAX_VALUE);
            }
        } catch (Throwable ex) { // otherwise the stream would never end
            failure = ex;
        }
        takeBack(failure);
    }

    private synchronized boolean handOver() {
        this.handedOver = !this.over;
        return this.handedOver;
    }

    private void takeBack(@Nullable Throwable failure) {
        boolean ended;
        Throwable error;
        synchronized (this) {
            this.handedOver = false;
            ended = this.ended;
            error = this.error;
        }
        if (this.over) {
            this.lease.close();
        } else if (failure != null) {
            fail(failure);
        } else if (ended) {
            end(error);
        } else {
            requestNext();
        }
    }

    private void fail(Throwable failure) {
        this.upstream.cancel();
        end(failure);
    }

    private void end(@Nullable Throwable error) {
        synchronized (this) {
            if (this.over) {
                return;
            }
            if (this.handedOver) {
                this.ended = true;
                this.error = error;
                return;
            }
            this.over = true;
        }
        this.lease.close();
        this.handler.onEnd(error);
    }

    @Override
    public void onComplete() {
        end(null);
    }

    @Override
    public void onError(Throwable error) {
        end(error);
    }

    @Override
    public void dispose() {
        boolean isFree;
        synchronized (this) {
            this.over = true;
            isFree = !this.handedOver;
        }
        this.upstream.cancel();
        if (isFree) {
            this.lease.close();
        }
    }
}
