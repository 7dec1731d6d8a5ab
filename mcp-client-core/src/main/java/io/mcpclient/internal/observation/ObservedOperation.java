package io.mcpclient.internal.observation;

import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;

import io.mcpclient.support.BackgroundWork;

/**
 * Observes one operation from subscription to its end, including all its requests. Background work, such as the lists that a registry
 * keeps current, is no operation of a caller; its exchanges are observed.
 */
final class ObservedOperation<T> extends Mono<T> {

    private final Observer observer;

    private final String method;

    private final @Nullable Object params;

    private final Function<@Nullable Watch, Mono<T>> source;

    /**
     * Creates an operation.
     * @param source the observed source; receives no watch if it is not observed
     */
    ObservedOperation(
            Observer observer, String method, @Nullable Object params, Function<@Nullable Watch, Mono<T>> source) {
        this.observer = observer;
        this.method = method;
        this.params = params;
        this.source = source;
    }

    @Override
    public void subscribe(CoreSubscriber<? super T> actual) {
        Context context = actual.currentContext();
        if (BackgroundWork.isMarked(context)) {
            this.source.apply(null).subscribe(actual);
            return;
        }
        Watch watch = this.observer.operation(this.method, this.params, context);
        Observed<T> observed = new Observed<>(this.observer, watch, watch.within(context), actual);
        watch.inScope(() -> source(watch).subscribe(observed));
    }

    private Mono<T> source(Watch watch) {
        try {
            return this.source.apply(watch);
        } catch (RuntimeException ex) {
            return Mono.error(ex);
        }
    }

    private static final class Observed<T> extends Watch.ObservingSubscriber<T> {

        Observed(Observer observer, Watch watch, Context context, CoreSubscriber<? super T> actual) {
            super(observer, watch, context, actual);
        }

        @Override
        public void onNext(T result) {
            this.observer.succeeded(this.watch, result);
            this.actual.onNext(result);
        }

        @Override
        public void onError(Throwable error) {
            this.observer.failed(this.watch, Failure.of(error));
            this.actual.onError(error);
        }

        @Override
        public void onComplete() {
            this.observer.succeeded(this.watch, null);
            this.actual.onComplete();
        }
    }
}
