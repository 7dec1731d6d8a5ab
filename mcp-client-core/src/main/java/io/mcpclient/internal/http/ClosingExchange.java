package io.mcpclient.internal.http;

import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

import io.mcpclient.internal.support.ErrorOperator;

/**
 * An exchange whose connection is closed on cancellation.
 *
 * @param <T> type of its elements
 */
final class ClosingExchange<T> extends Flux<T> {

    private final Flux<T> exchange;

    private final RequestConnection connection;

    ClosingExchange(Flux<T> exchange, RequestConnection connection) {
        this.exchange = exchange;
        this.connection = connection;
    }

    @Override
    public void subscribe(CoreSubscriber<? super T> actual) {
        this.exchange.subscribe(new Closing<>(actual, this.connection));
    }

    private static final class Closing<T> implements CoreSubscriber<T>, Subscription {

        private final CoreSubscriber<? super T> actual;

        private final RequestConnection connection;

        private Subscription upstream = Operators.emptySubscription();

        Closing(CoreSubscriber<? super T> actual, RequestConnection connection) {
            this.actual = actual;
            this.connection = connection;
        }

        @Override
        public Context currentContext() {
            return this.actual.currentContext();
        }

        @Override
        public void onSubscribe(Subscription subscription) {
            this.upstream = subscription;
            this.actual.onSubscribe(this);
        }

        @Override
        public void onNext(T element) {
            ErrorOperator.receiverOf(this.actual).onNext(element);
        }

        @Override
        public void onError(Throwable error) {
            this.connection.completed();
            this.actual.onError(error);
        }

        @Override
        public void onComplete() {
            this.connection.completed();
            this.actual.onComplete();
        }

        @Override
        public void request(long n) {
            this.upstream.request(n);
        }

        @Override
        public void cancel() {
            this.connection.close();
            this.upstream.cancel();
        }
    }
}
