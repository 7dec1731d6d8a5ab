package io.mcpclient.internal.support;

import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Exceptions;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * A Flux whose error is replaced: {@code onErrorResume} as an {@link ErrorOperator}, because every call passes through it.
 *
 * @param <T> type of its elements
 */
public final class RecoveringFlux<T> extends Flux<T> {

    private final Flux<T> source;

    private final Function<Throwable, @Nullable Flux<T>> onError;

    /**
     * Creates the operator.
     * @param source the work
     * @param onError returns the work that follows an error of the source, or {@code null} to pass the error on; not called for
     *     errors of that work. Such an error comes before the first element: the work receives the whole demand
     */
    public RecoveringFlux(Flux<T> source, Function<Throwable, @Nullable Flux<T>> onError) {
        this.source = source;
        this.onError = onError;
    }

    @Override
    public void subscribe(CoreSubscriber<? super T> actual) {
        this.source.subscribe(new Recovery<>(actual, this.onError));
    }

    private static final class Recovery<T> implements CoreSubscriber<T>, Subscription, ErrorOperator<T> {

        private final CoreSubscriber<? super T> actual;

        private final Function<Throwable, @Nullable Flux<T>> onError;

        private boolean recovered;

        /** Subscription to the source, or to the work that follows its error; guarded by this. */
        private @Nullable Subscription current;

        /** Guarded by this. */
        private long requested;

        /** Guarded by this. */
        private boolean cancelled;

        Recovery(CoreSubscriber<? super T> actual, Function<Throwable, @Nullable Flux<T>> onError) {
            this.actual = actual;
            this.onError = onError;
        }

        @Override
        public CoreSubscriber<? super T> receiver() {
            return this.actual;
        }

        @Override
        public Context currentContext() {
            return this.actual.currentContext();
        }

        @Override
        public void onSubscribe(Subscription next) {
            long demand;
            synchronized (this) {
                demand = this.cancelled ? -1 : this.requested;
                this.current = next;
            }
            if (demand < 0) {
                next.cancel();
            } else if (!this.recovered) {
                this.actual.onSubscribe(this);
            } else if (demand > 0) {
                next.request(demand);
            }
        }

        @Override
        public void onNext(T element) {
            this.actual.onNext(element);
        }

        @Override
        public void onError(Throwable error) {
            if (this.recovered || isCancelled()) {
                this.actual.onError(error);
                return;
            }
            this.recovered = true;
            Flux<T> next;
            try {
                next = this.onError.apply(error);
            } catch (Throwable ex) {
                Exceptions.throwIfFatal(ex);
                this.actual.onError(ex);
                return;
            }
            if (next == null) {
                this.actual.onError(error);
            } else {
                next.subscribe(this);
            }
        }

        @Override
        public void onComplete() {
            this.actual.onComplete();
        }

        private synchronized boolean isCancelled() {
            return this.cancelled;
        }

        @Override
        public void request(long n) {
            Subscription target;
            synchronized (this) {
                this.requested = Operators.addCap(this.requested, n);
                target = this.current;
            }
            if (target != null) {
                target.request(n);
            }
        }

        @Override
        public void cancel() {
            Subscription target;
            synchronized (this) {
                this.cancelled = true;
                target = this.current;
            }
            if (target != null) {
                target.cancel();
            }
        }
    }
}
