package io.mcpclient.internal.http;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import org.springframework.core.io.buffer.DataBuffer;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

import io.mcpclient.internal.support.ReceiveBudgetSpentException;
import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.transport.ReceivedMessage;

/**
 * The messages in the whole body of a response. One operator instead of six of Reactor's, because every call passes through
 * it. The body is received at once, whatever the demand: it has one message, or a batch that is in memory then.
 */
final class JsonResponse extends Flux<ReceivedMessage> {

    /** Pieces of a body are limited too, by {@link ReceiveBudget#PIECE_BYTES} each, but not more strictly than this. */
    private static final long MIN_FRAMING_BYTES = 1024 * 1024;

    private static final Consumer<Object> RELEASE = dropped -> {
        if (dropped instanceof DataBuffer piece) {
            Buffers.release(piece);
        }
    };

    private final Flux<DataBuffer> body;

    private final Limit limit;

    private final Function<DataBuffer, List<ReceivedMessage>> decoder;

    private final Supplier<Throwable> empty;

    private final LargeMessages large;

    /**
     * How much may be received.
     *
     * @param bytes maximum size of the body
     * @param exceeded creates the error for a larger body
     * @param lease its share of the memory of all messages that are being received
     */
    record Limit(long bytes, Supplier<Throwable> exceeded, ReceiveBudget.Lease lease) {}

    /**
     * Creates the operator.
     * @param body the pieces of the body
     * @param decoder reads and releases the whole body; an error that it throws ends the response
     * @param empty creates the error for a response without a message
     * @param large threads for large bodies
     */
    JsonResponse(
            Flux<DataBuffer> body,
            Limit limit,
            Function<DataBuffer, List<ReceivedMessage>> decoder,
            Supplier<Throwable> empty,
            LargeMessages large) {
        this.body = body;
        this.limit = limit;
        this.decoder = decoder;
        this.empty = empty;
        this.large = large;
    }

    @Override
    public void subscribe(CoreSubscriber<? super ReceivedMessage> actual) {
        this.body.subscribe(new Reader(this, actual));
    }

    private static final class Reader implements CoreSubscriber<DataBuffer>, Subscription {

        private final JsonResponse response;

        private final CoreSubscriber<? super ReceivedMessage> actual;

        /** With a hook for pieces that an operator above drops. */
        private final Context context;

        private Subscription upstream = Operators.emptySubscription();

        /** Pieces that have arrived, usually one. Guarded by this until the end, which only one thread causes. */
        private @Nullable DataBuffer first;

        private @Nullable List<DataBuffer> more;

        private long size;

        private long framing;

        /** Guarded by this. Only the thread that ends the response signals. */
        private boolean ended;

        private volatile boolean cancelled;

        /** Guarded by this. */
        private long requested;

        /** Messages of a subscriber that has not requested everything; guarded by this. */
        private @Nullable BaseSubscriber<ReceivedMessage> waiting;

        Reader(JsonResponse response, CoreSubscriber<? super ReceivedMessage> actual) {
            this.response = response;
            this.actual = actual;
            this.context = Operators.enableOnDiscard(actual.currentContext(), RELEASE);
        }

        @Override
        public Context currentContext() {
            return this.context;
        }

        @Override
        public void onSubscribe(Subscription subscription) {
            this.upstream = subscription;
            this.actual.onSubscribe(this);
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(DataBuffer piece) {
            Throwable failure = add(piece);
            if (failure != null && abandon()) {
                this.upstream.cancel();
                this.actual.onError(failure);
            }
        }

        /** Returns why the body cannot be received, {@code null} as long as it can. */
        private synchronized @Nullable Throwable add(DataBuffer piece) {
            if (this.ended) {
                Buffers.release(piece);
                return null;
            }
            if (this.first == null) {
                this.first = piece;
            } else {
                List<DataBuffer> further = (this.more != null) ? this.more : new ArrayList<>();
                further.add(piece);
                this.more = further;
            }
            this.size += piece.readableByteCount();
            this.framing += ReceiveBudget.PIECE_BYTES;
            Limit limit = this.response.limit;
            if (this.size > limit.bytes() || this.framing > Math.max(limit.bytes(), MIN_FRAMING_BYTES)) {
                return limit.exceeded().get();
            }
            try {
                limit.lease().set(this.size + this.framing);
                return null;
            } catch (ReceiveBudgetSpentException ex) {
                return ex;
            }
        }

        private synchronized boolean end() {
            boolean first = !this.ended;
            this.ended = true;
            return first;
        }

        /** Ends the response without its message. Returns whether it had not ended before. */
        private boolean abandon() {
            if (!end()) {
                return false;
            }
            release();
            return true;
        }

        private void release() {
            Buffers.release(this.first);
            if (this.more != null) {
                this.more.forEach(Buffers::release);
            }
            this.response.limit.lease().close();
        }

        @Override
        public void onComplete() {
            if (!end()) {
                return;
            }
            if (this.size > LargeMessages.MIN_BYTES) {
                this.response.large.decode(
                        this::decode, () -> drop(new CancellationException("the client has been closed")));
            } else {
                decode();
            }
        }

        private void drop(@Nullable Throwable failure) {
            release();
            if (failure != null) {
                this.actual.onError(failure);
            }
        }

        private void decode() {
            if (this.cancelled) {
                drop(null);
                return;
            }
            List<ReceivedMessage> messages;
            try {
                DataBuffer body = joined();
                messages = (body != null) ? this.response.decoder.apply(body) : List.of();
            } catch (Throwable ex) {
                // Too little memory included: otherwise the call would not end, nor release its own.
                this.response.limit.lease().close();
                this.actual.onError(ex);
                return;
            }
            this.response.limit.lease().close();
            if (messages.isEmpty()) {
                this.actual.onError(this.response.empty.get());
            } else if (messages.get(0).message() instanceof JsonRpcError) {
                FreeConnection.then(() -> emit(messages));
            } else {
                emit(messages);
            }
        }

        /** Returns the body in one buffer, {@code null} if there is none. */
        private @Nullable DataBuffer joined() {
            DataBuffer first = this.first;
            List<DataBuffer> further = this.more;
            if (first == null || further == null) {
                return first;
            }
            further.add(0, first);
            return first.factory().join(further);
        }

        private void emit(List<ReceivedMessage> messages) {
            if (isUnbounded()) {
                messages.forEach(this.actual::onNext);
                this.actual.onComplete();
            } else {
                Flux.fromIterable(messages).subscribe(new Waiting());
            }
        }

        private synchronized boolean isUnbounded() {
            return this.requested == Long.MAX_VALUE;
        }

        @Override
        public void onError(Throwable error) {
            if (abandon()) {
                this.actual.onError(error);
            } else {
                Operators.onErrorDropped(error, currentContext());
            }
        }

        @Override
        public void request(long n) {
            if (!Operators.validate(n)) {
                return;
            }
            BaseSubscriber<ReceivedMessage> messages;
            synchronized (this) {
                this.requested = Operators.addCap(this.requested, n);
                messages = this.waiting;
            }
            if (messages != null) {
                messages.request(n);
            }
        }

        @Override
        public void cancel() {
            this.cancelled = true;
            if (abandon()) {
                this.upstream.cancel();
            }
            BaseSubscriber<ReceivedMessage> messages;
            synchronized (this) {
                messages = this.waiting;
            }
            if (messages != null) {
                messages.cancel();
            }
        }

        /** Messages that wait for demand. */
        private final class Waiting extends BaseSubscriber<ReceivedMessage> {

            @Override
            protected void hookOnSubscribe(Subscription messages) {
                long demand;
                synchronized (Reader.this) {
                    Reader.this.waiting = this;
                    demand = Reader.this.requested;
                }
                if (Reader.this.cancelled) {
                    cancel();
                } else if (demand > 0) {
                    request(demand);
                }
            }

            @Override
            protected void hookOnNext(ReceivedMessage message) {
                Reader.this.actual.onNext(message);
            }

            @Override
            protected void hookOnComplete() {
                Reader.this.actual.onComplete();
            }
        }
    }
}
