package io.mcpclient.resilience;

import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

import io.mcpclient.call.CallHandler;
import io.mcpclient.call.McpCall;

/**
 * Passes on what comes first of the ways in which a call ends, and tells its stage which it was: an answer or an error of
 * the stages behind it, the stage itself, or a cancellation. Holds the subscription to the stages behind it until then and
 * {@link Operators#cancelledSubscription()} afterwards; whoever sets the latter may signal. All that a stage costs a call.
 */
abstract class CallSubscriber extends AtomicReference<@Nullable Subscription>
        implements CoreSubscriber<Object>, Subscription {

    private final CoreSubscriber<? super Object> actual;

    CallSubscriber(CoreSubscriber<? super Object> actual) {
        this.actual = actual;
    }

    /**
     * The call has ended, before anybody is told. Never throws.
     * @param error what it failed with, or {@code null} if it did not
     */
    abstract void onEnd(@Nullable Throwable error);

    /** The call has ended with or without an answer, and those in front of this stage have been told. Never throws. */
    void onTold() {}

    /** The call was given up by those in front of this stage, and those behind it know. Never throws. */
    abstract void onGivenUp();

    /** Lets those in front of this stage know that they will hear of the call. */
    final void begin() {
        this.actual.onSubscribe(this);
    }

    /** Hands the call on to the stages behind this one, unless nobody wants it any more. */
    final void handOn(McpCall call, CallHandler next) {
        if (get() == Operators.cancelledSubscription()) {
            return;
        }
        Mono<Object> rest;
        try {
            rest = next.handle(call);
        } catch (RuntimeException ex) {
            onError(ex);
            return;
        }
        rest.subscribe(this);
    }

    /** Ends the call by the will of this stage, and tells those behind it; returns whether it had not ended before. */
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

    /** What those in front of this stage are told after {@link #giveUp()}. */
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
        if (compareAndSet(null, source)) {
            source.request(Long.MAX_VALUE);
        } else {
            source.cancel();
        }
    }

    @Override
    public final void onNext(Object result) {
        if (end()) {
            onEnd(null);
            this.actual.onNext(result);
            this.actual.onComplete();
            onTold();
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
            onTold();
        }
    }

    @Override
    public final void request(long n) {
        // A single value is never too much for a subscriber that has asked for one, as all of Mono's do.
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
