package io.mcpclient.internal.support;

import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;

/**
 * The outermost operator of what the reactive API returns: work begins at the subscription, and its result waits until it is
 * requested. So limits, permits and observations inside end with the response, however slow the subscriber is.
 *
 * @param <T> type of the result
 */
public final class ResultMono<T> extends Mono<T> {

    private final Mono<T> work;

    /**
     * Creates the operator.
     * @param work the work
     */
    public ResultMono(Mono<T> work) {
        this.work = work;
    }

    @Override
    public void subscribe(CoreSubscriber<? super T> actual) {
        this.work.subscribe(new Result<>(actual));
    }

    private static final class Result<T> extends ValueOnDemand<T> implements CoreSubscriber<T> {

        private Subscription source = Operators.emptySubscription();

        Result(CoreSubscriber<? super T> actual) {
            super(actual);
        }

        @Override
        public void onSubscribe(Subscription source) {
            this.source = source;
            this.actual.onSubscribe(this);
            source.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(T result) {
            if (end()) {
                emit(result);
            }
        }

        @Override
        public void onError(Throwable error) {
            if (end()) {
                this.actual.onError(error);
            }
        }

        @Override
        public void onComplete() {
            if (end()) {
                this.actual.onComplete();
            }
        }

        @Override
        public void cancel() {
            discard();
            this.source.cancel();
        }
    }
}
