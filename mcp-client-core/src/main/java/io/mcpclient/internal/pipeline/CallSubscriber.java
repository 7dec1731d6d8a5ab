package io.mcpclient.internal.pipeline;

import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

import io.mcpclient.call.CallHandler;
import io.mcpclient.call.McpCall;
import io.mcpclient.internal.support.ErrorOperator;

/**
 * Passes on the first of several possible ends of a call and reports it to its stage: a response or an error of the inner
 * stages, the stage's own decision, or a cancellation. Holds the subscription to the inner stages until then and
 * {@link Operators#cancelledSubscription()} afterwards; only the thread that sets the latter may signal. This object is the
 * whole cost of a stage per call.
 */
abstract class CallSubscriber extends AtomicReference<@Nullable Subscription>
        implements CoreSubscriber<Object>, Subscription {

    private final CoreSubscriber<? super Object> actual;

    private volatile boolean requested;

    CallSubscriber(CoreSubscriber<? super Object> actual) {
        this.actual = actual;
    }

    /**
     * Called when the call has ended, before the outer stages are notified. Never throws.
     * @param error error of the call, or {@code null} if it has succeeded
     */
    abstract void onEnd(@Nullable Throwable error);

    /** Called when the call has ended with or without a response and the outer stages were signalled. Never throws. */
    void onSignalled() {}

    /** Called when the outer stages have cancelled the call and the inner stages were notified. Never throws. */
    abstract void onGivenUp();

    /** Subscribes the outer stages to the call. */
    final void begin() {
        this.actual.onSubscribe(this);
    }

    /** Passes the call to the inner stages, unless it was cancelled. */
    final void handOn(McpCall call, CallHandler next) {
        if (get() == Operators.cancelledSubscription()) {
            return;
        }
        Mono<Object> rest;
        try {
            rest = next.handle(call);
        } catch (Throwable ex) { // otherwise the call would keep what it holds until its deadline
            onError(ex);
            return;
        }
        rest.subscribe(this);
    }

    /** Ends the call by decision of this stage, and cancels the inner stages; returns whether it had not ended before. */
    final boolean giveUp() {
        Subscription source = getAndSet(Operators.cancelledSubscription());
        if (source == Operators.cancelledSubscription()) {
            return false;
        }
        if (source != null) {
            source.cancel();
        }
        return true;
    }

    /** Signals an error to the outer stages after {@link #giveUp()}. */
    final void signal(Throwable error) {
        this.actual.onError(error);
    }

    private boolean end() {
        return getAndSet(Operators.cancelledSubscription()) != Operators.cancelledSubscription();
    }

    @Override
    public final Context currentContext() {
        return this.actual.currentContext();
    }

    @Override
    public final void onSubscribe(Subscription source) {
        if (!compareAndSet(null, source)) {
            source.cancel();
        } else if (this.requested) {
            source.request(Long.MAX_VALUE);
        }
    }

    @Override
    public final void onNext(Object result) {
        if (end()) {
            onEnd(null);
            CoreSubscriber<? super Object> receiver = ErrorOperator.receiverOf(this.actual);
            receiver.onNext(result);
            receiver.onComplete();
            onSignalled();
        }
    }

    @Override
    public final void onError(Throwable error) {
        if (end()) {
            onEnd(error);
            this.actual.onError(error);
        }
    }

    @Override
    public final void onComplete() {
        if (end()) {
            onEnd(null);
            this.actual.onComplete();
            onSignalled();
        }
    }

    @Override
    public final void request(long n) {
        this.requested |= Operators.validate(n);
        Subscription source = get();
        if (this.requested && source != null) {
            source.request(Long.MAX_VALUE);
        }
    }

    @Override
    public final void cancel() {
        Subscription source = getAndSet(Operators.cancelledSubscription());
        if (source != Operators.cancelledSubscription()) {
            if (source != null) {
                source.cancel();
            }
            onGivenUp();
        }
    }
}
