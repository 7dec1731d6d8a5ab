package io.mcpclient.internal.http;

import java.util.function.UnaryOperator;

import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

import io.mcpclient.internal.support.ErrorOperator;

/**
 * An exchange whose errors are translated, and whose connection is closed on cancellation. One operator instead of two of
 * Reactor's, because every call passes through it.
 *
 * @param <T> type of its elements
 */
final class TranslatedExchange<T> extends Flux<T> {

    private final Flux<T> exchange;

    private final UnaryOperator<Throwable> translation;

    private final RequestConnection connection;

    TranslatedExchange(Flux<T> exchange, UnaryOperator<Throwable> translation, RequestConnection connection) {
        this.exchange = exchange;
        this.translation = translation;
        this.connection = connection;
    }

    @Override
    public void subscribe(CoreSubscriber<? super T> actual) {
        this.exchange.subscribe(new Translator<>(actual, this.translation, this.connection));
    }

    private static final class Translator<T> implements CoreSubscriber<T>, Subscription {

        private final CoreSubscriber<? super T> actual;

        private final UnaryOperator<Throwable> translation;

        private final RequestConnection connection;

        private Subscription upstream = Operators.emptySubscription();

        Translator(
                CoreSubscriber<? super T> actual, UnaryOperator<Throwable> translation, RequestConnection connection) {
            this.actual = actual;
            this.translation = translation;
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
            this.actual.onError(this.translation.apply(error));
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
