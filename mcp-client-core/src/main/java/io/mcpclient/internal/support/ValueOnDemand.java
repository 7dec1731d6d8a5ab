package io.mcpclient.internal.support;

import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * Subscription to at most one value, which is kept until it is requested. Thread-safe.
 *
 * @param <T> type of the value
 * @see "Reactive Streams 1.0.4, rule 1.1"
 */
public abstract class ValueOnDemand<T> extends AtomicInteger implements Subscription {

    private static final int REQUESTED = 1;

    private static final int ENDED = 2;

    private static final int KEPT = 4;

    /** The value was passed on, or nobody wants it. */
    private static final int SETTLED = 8;

    /** The subscriber of the value. */
    protected final CoreSubscriber<? super T> actual;

    private @Nullable T kept;

    /**
     * Creates the subscription.
     * @param actual subscriber of the value
     */
    protected ValueOnDemand(CoreSubscriber<? super T> actual) {
        this.actual = actual;
    }

    /**
     * Returns the context of the subscriber.
     * @return its context
     */
    public final Context currentContext() {
        return this.actual.currentContext();
    }

    private boolean mark(int bit) {
        return (getAndUpdate(state -> state | bit) & bit) == 0;
    }

    private boolean has(int bit) {
        return (get() & bit) != 0;
    }

    /**
     * Decides which of several possible ends is signalled.
     * @return whether nothing has ended it before; then the caller signals the end
     */
    protected final boolean end() {
        return mark(ENDED);
    }

    /**
     * Returns whether an end was decided.
     * @return whether {@link #end()} was called
     */
    protected final boolean isEnded() {
        return has(ENDED);
    }

    /**
     * Passes the value on, at once or when it is requested.
     * @param value the value, the only one
     */
    protected final void emit(T value) {
        this.kept = value;
        mark(KEPT);
        if (has(REQUESTED)) {
            pass();
        }
    }

    private void pass() {
        T value = this.kept;
        if (value != null && mark(SETTLED)) {
            this.kept = null;
            this.actual.onNext(value);
            this.actual.onComplete();
        }
    }

    /** Drops the value: nobody wants it any more. */
    protected final void discard() {
        if (mark(SETTLED)) {
            this.kept = null;
        }
    }

    @Override
    public final void request(long n) {
        if (Operators.validate(n) && mark(REQUESTED) && has(KEPT)) {
            pass();
        }
    }
}
