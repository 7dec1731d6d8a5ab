package io.mcpclient.internal.http;

import java.util.function.Function;

import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * A request that is observed from subscription to the head of its response.
 *
 * @param <T> type of what is read from the response
 */
final class ObservedRequest<T> extends Flux<T> {

    private final HttpRequestObserver observer;

    private final HttpSender.Request request;

    private final Function<HttpRequestObserver.Observed, Flux<T>> sending;

    /**
     * Creates the operator.
     * @param sending sends the request, and reports the response
     */
    ObservedRequest(
            HttpRequestObserver observer,
            HttpSender.Request request,
            Function<HttpRequestObserver.Observed, Flux<T>> sending) {
        this.observer = observer;
        this.request = request;
        this.sending = sending;
    }

    @Override
    public void subscribe(CoreSubscriber<? super T> actual) {
        Context context = actual.currentContext();
        HttpRequestObserver.Observed observed =
                this.observer.observe(this.request.method(), this.request.url(), context);
        this.sending.apply(observed).subscribe(new Observing<>(actual, observed, observed.within(context)));
    }

    private static final class Observing<T> implements CoreSubscriber<T>, Subscription {

        private final CoreSubscriber<? super T> actual;

        private final HttpRequestObserver.Observed observed;

        private final Context context;

        private Subscription upstream = Operators.emptySubscription();

        Observing(CoreSubscriber<? super T> actual, HttpRequestObserver.Observed observed, Context context) {
            this.actual = actual;
            this.observed = observed;
            this.context = context;
        }

        @Override
        public Context currentContext() {
            return this.context;
        }

        @Override
        public void onSubscribe(Subscription subscription) {
            this.upstream = subscription;
            this.actual.onSubscribe(this);
        }

        @Override
        public void onNext(T element) {
            this.actual.onNext(element);
        }

        @Override
        public void onError(Throwable error) {
            this.observed.failed(error);
            this.actual.onError(error);
        }

        @Override
        public void onComplete() {
            this.actual.onComplete();
        }

        @Override
        public void request(long n) {
            this.upstream.request(n);
        }

        @Override
        public void cancel() {
            this.observed.cancelled();
            this.upstream.cancel();
        }
    }
}
