package io.mcpclient.internal.support;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Exceptions;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * A Mono whose value is reported and whose error is replaced: {@code doOnNext} and {@code onErrorResume} in one operator,
 * because every call passes through it. An {@link ErrorOperator} if the value is not reported.
 *
 * @param <T> type of the value
 */
public final class RecoveringMono<T> extends Mono<T> {

    private final Mono<T> source;

    private final @Nullable Consumer<? super T> onValue;

    private final Function<Throwable, Mono<T>> onError;

    /**
     * Creates the operator.
     * @param source the work
     * @param onValue receives its value before the subscriber does, or {@code null}; an error that it throws ends the Mono
     * @param onError returns what follows an error of the source: other work, or an error; not called for errors of that
     */
    public RecoveringMono(Mono<T> source, @Nullable Consumer<? super T> onValue, Function<Throwable, Mono<T>> onError) {
        this.source = source;
        this.onValue = onValue;
        this.onError = onError;
    }

    @Override
    public void subscribe(CoreSubscriber<? super T> actual) {
        this.source.subscribe(new Recovery<>(actual, this.onValue, this.onError));
    }

    /** Holds the subscription to the source, or to the work that follows its error. */
    private static final class Recovery<T> extends AtomicReference<@Nullable Subscription>
            implements CoreSubscriber<T>, Subscription, ErrorOperator<T> {

        private final CoreSubscriber<? super T> actual;

        private final @Nullable Consumer<? super T> onValue;

        private final Function<Throwable, Mono<T>> onError;

        private boolean recovered;

        private boolean done;

        private volatile boolean requested;

        Recovery(
                CoreSubscriber<? super T> actual,
                @Nullable Consumer<? super T> onValue,
                Function<Throwable, Mono<T>> onError) {
            this.actual = actual;
            this.onValue = onValue;
            this.onError = onError;
        }

        @Override
        public CoreSubscriber<? super T> receiver() {
            return (this.onValue != null) ? this : this.actual;
        }

        @Override
        public Context currentContext() {
            return this.actual.currentContext();
        }

        @Override
        public void onSubscribe(Subscription next) {
            Subscription present = get();
            if (present == Operators.cancelledSubscription() || !compareAndSet(present, next)) {
                next.cancel();
                return;
            }
            if (!this.recovered) {
                this.actual.onSubscribe(this);
            }
            if (this.requested) {
                next.request(Long.MAX_VALUE);
            }
        }

        @Override
        public void onNext(T value) {
            if (this.done) {
                Operators.onNextDropped(value, currentContext());
                return;
            }
            if (this.onValue != null && !this.recovered) {
                try {
                    this.onValue.accept(value);
                } catch (Throwable ex) {
                    Exceptions.throwIfFatal(ex);
                    this.done = true;
                    this.actual.onError(ex);
                    return;
                }
            }
            this.done = true;
            this.actual.onNext(value);
            this.actual.onComplete();
        }

        @Override
        public void onError(Throwable error) {
            if (this.done) {
                Operators.onErrorDropped(error, currentContext());
                return;
            }
            if (this.recovered) {
                this.done = true;
                this.actual.onError(error);
                return;
            }
            this.recovered = true;
            Mono<T> next;
            try {
                next = this.onError.apply(error);
            } catch (Throwable ex) {
                Exceptions.throwIfFatal(ex);
                this.done = true;
                this.actual.onError(ex);
                return;
            }
            next.subscribe(this);
        }

        @Override
        public void onComplete() {
            if (!this.done) {
                this.done = true;
                this.actual.onComplete();
            }
        }

        @Override
        public void request(long n) {
            this.requested |= Operators.validate(n);
            Subscription present = get();
            if (this.requested && present != null) {
                present.request(Long.MAX_VALUE);
            }
        }

        @Override
        public void cancel() {
            Subscription present = getAndSet(Operators.cancelledSubscription());
            if (present != null) {
                present.cancel();
            }
        }
    }
}
