package io.mcpclient.internal.http;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;

import org.reactivestreams.Subscription;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import reactor.core.CoreSubscriber;
import reactor.core.Exceptions;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.transport.ReceivedMessage;

/**
 * The messages in the whole body of a response. One operator instead of four of Reactor's, because every call passes through
 * it. Its subscribers request everything: a body has one message, or a batch that is in memory already.
 */
final class JsonResponse extends Flux<ReceivedMessage> {

    private final Mono<DataBuffer> body;

    private final Function<DataBuffer, List<ReceivedMessage>> decoder;

    private final Supplier<Throwable> empty;

    private final Runnable end;

    /**
     * Creates the operator.
     * @param body the whole body
     * @param decoder reads and releases it; an error that it throws ends the response
     * @param empty creates the error for a response without a message
     * @param end runs when the response ends in any way, once
     */
    JsonResponse(
            Mono<DataBuffer> body,
            Function<DataBuffer, List<ReceivedMessage>> decoder,
            Supplier<Throwable> empty,
            Runnable end) {
        this.body = body;
        this.decoder = decoder;
        this.empty = empty;
        this.end = end;
    }

    @Override
    public void subscribe(CoreSubscriber<? super ReceivedMessage> actual) {
        this.body.subscribe(new Reader(this, actual));
    }

    /** Holds whether the response has ended: only the thread that sets the flag signals. */
    private static final class Reader extends AtomicBoolean implements CoreSubscriber<DataBuffer>, Subscription {

        private final JsonResponse response;

        private final CoreSubscriber<? super ReceivedMessage> actual;

        private Subscription upstream = Operators.emptySubscription();

        Reader(JsonResponse response, CoreSubscriber<? super ReceivedMessage> actual) {
            this.response = response;
            this.actual = actual;
        }

        @Override
        public Context currentContext() {
            return this.actual.currentContext();
        }

        @Override
        public void onSubscribe(Subscription subscription) {
            this.upstream = subscription;
            this.actual.onSubscribe(this);
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(DataBuffer body) {
            if (!compareAndSet(false, true)) {
                DataBufferUtils.release(body);
                return;
            }
            List<ReceivedMessage> messages;
            try {
                messages = this.response.decoder.apply(body);
            } catch (Throwable ex) {
                Exceptions.throwIfFatal(ex);
                this.response.end.run();
                this.actual.onError(ex);
                return;
            }
            this.response.end.run();
            if (messages.isEmpty()) {
                this.actual.onError(this.response.empty.get());
                return;
            }
            if (messages.get(0).message() instanceof JsonRpcError) {
                FreeConnection.then(() -> emit(messages));
            } else {
                emit(messages);
            }
        }

        private void emit(List<ReceivedMessage> messages) {
            messages.forEach(this.actual::onNext);
            this.actual.onComplete();
        }

        @Override
        public void onError(Throwable error) {
            if (compareAndSet(false, true)) {
                this.response.end.run();
                this.actual.onError(error);
            } else {
                Operators.onErrorDropped(error, currentContext());
            }
        }

        @Override
        public void onComplete() {
            if (compareAndSet(false, true)) {
                this.response.end.run();
                this.actual.onError(this.response.empty.get());
            }
        }

        @Override
        public void request(long n) {
            Operators.validate(n);
        }

        @Override
        public void cancel() {
            if (compareAndSet(false, true)) {
                this.response.end.run();
                this.upstream.cancel();
            }
        }
    }
}
