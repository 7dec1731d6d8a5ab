package io.mcpclient.internal.support;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Exceptions;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * A Mono that other work follows, after an error and perhaps after some values: {@code flatMap} and {@code onErrorResume} in one
 * operator, because every call passes through it. An {@link ErrorOperator} if values are passed on.
 *
 * @param <T> type of the value
 */
public final class RecoveringMono<T> extends Mono<T> {

    private final Mono<T> source;

    private final @Nullable Function<? super T, @Nullable Mono<T>> onValue;

    private final Function<Throwable, Mono<T>> onError;

    /**
     * Creates an operator that passes values on.
     * @param source the work
     * @param onError returns what follows an error of the source: other work, or an error; not called for errors of that
     */
    public RecoveringMono(Mono<T> source, Function<Throwable, Mono<T>> onError) {
        this(source, null, onError);
    }

    /**
     * Creates the operator.
     * @param source the work
     * @param onValue returns what follows a value of the source, or {@code null} to pass the value on
     * @param onError returns what follows an error of the source: other work, or an error; not called for errors of what follows
     */
    public RecoveringMono(
            Mono<T> source,
            @Nullable Function<? super T, @Nullable Mono<T>> onValue,
            Function<Throwable, Mono<T>> onError) {
        this.source = source;
        this.onValue = onValue;
        this.onError = onError;
    }

    @Override
    public void subscribe(CoreSubscriber<? super T> actual) {
        this.source.subscribe(new Recovery<>(actual, this.onValue, this.onError));
    }

    /** Subscriber of the source. Holds the subscription to the source, or to the work that follows. */
    private static final class Recovery<T> extends AtomicReference<@Nullable Subscription>
            implements CoreSubscriber<T>, Subscription, ErrorOperator<T> {

        private final CoreSubscriber<? super T> actual;

        private final @Nullable Function<? super T, @Nullable Mono<T>> onValue;

        private final Function<Throwable, Mono<T>> onError;

        private boolean done;

        private volatile boolean requested;

        Recovery(
                CoreSubscriber<? super T> actual,
                @Nullable Function<? super T, @Nullable Mono<T>> onValue,
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
        public void onSubscribe(Subscription source) {
            if (replace(source)) {
                this.actual.onSubscribe(this);
                requestFrom(source);
            }
        }

        private boolean replace(Subscription next) {
            Subscription previous = get();
            if (previous == Operators.cancelledSubscription() || !compareAndSet(previous, next)) {
                next.cancel();
                return false;
            }
            return true;
        }

        private void requestFrom(Subscription source) {
            if (this.requested) {
                source.request(Long.MAX_VALUE);
            }
        }

        @Override
        public void onNext(T value) {
            if (this.done) {
                Operators.onNextDropped(value, currentContext());
                return;
            }
            this.done = true;
            if (!follows(this.onValue, value)) {
                this.actual.onNext(value);
                this.actual.onComplete();
            }
        }

        @Override
        public void onError(Throwable error) {
            if (this.done) {
                Operators.onErrorDropped(error, currentContext());
                return;
            }
            this.done = true;
            follows(this.onError, error);
        }

        /** Subscribes to what follows; returns whether anything does, be it the error of the function. */
        private <S> boolean follows(@Nullable Function<? super S, @Nullable Mono<T>> function, S signal) {
            Mono<T> next;
            try {
                next = (function != null) ? function.apply(signal) : null;
            } catch (Throwable ex) {
                Exceptions.throwIfFatal(ex);
                this.actual.onError(ex);
                return true;
            }
            if (next != null) {
                next.subscribe(new Following<>(this));
            }
            return next != null;
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
            Subscription current = get();
            if (current != null) {
                requestFrom(current);
            }
        }

        @Override
        public void cancel() {
            Subscription current = getAndSet(Operators.cancelledSubscription());
            if (current != null) {
                current.cancel();
            }
        }
    }

    /** Subscriber of the work that follows. */
    private record Following<T>(Recovery<T> owner) implements CoreSubscriber<T> {

        @Override
        public Context currentContext() {
            return this.owner.currentContext();
        }

        @Override
        public void onSubscribe(Subscription next) {
            if (this.owner.replace(next)) {
                this.owner.requestFrom(next);
            }
        }

        @Override
        public void onNext(T value) {
            this.owner.actual.onNext(value);
        }

        @Override
        public void onError(Throwable error) {
            this.owner.actual.onError(error);
        }

        @Override
        public void onComplete() {
            this.owner.actual.onComplete();
        }
    }
}
