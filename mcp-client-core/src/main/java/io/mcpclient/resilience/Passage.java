package io.mcpclient.resilience;

import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

import io.mcpclient.call.McpCall;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.schema.PaginatedParams;

/**
 * One call on its way through a {@link CallGate}. Holds the upstream until the call has ended, whichever way, and
 * {@link Operators#cancelledSubscription()} afterwards; whoever sets the latter may signal. Thread-safe.
 */
final class Passage extends AtomicReference<@Nullable Subscription> implements CoreSubscriber<Object>, Subscription {

    private final McpCall call;

    private final CallGate gate;

    private final CoreSubscriber<? super Object> actual;

    Passage(McpCall call, CallGate gate, CoreSubscriber<? super Object> actual) {
        this.call = call;
        this.gate = gate;
        this.actual = actual;
    }

    @Override
    public Context currentContext() {
        return this.actual.currentContext();
    }

    @Override
    public void onSubscribe(Subscription source) {
        if (compareAndSet(null, source)) {
            source.request(Long.MAX_VALUE);
        } else {
            source.cancel();
        }
    }

    @Override
    public void onNext(Object result) {
        if (finish() == null) {
            return;
        }
        boolean mayGoOn = this.call.params() instanceof PaginatedParams;
        if (!mayGoOn) {
            this.gate.leave(this);
        }
        this.actual.onNext(result);
        this.actual.onComplete();
        if (mayGoOn) {
            this.gate.leave(this); // after whoever lists has asked for the next page
        }
    }

    @Override
    public void onError(Throwable error) {
        if (finish() != null) {
            this.gate.leave(this);
            this.actual.onError(error);
        }
    }

    @Override
    public void onComplete() {
        if (finish() != null) {
            this.gate.leave(this);
            this.actual.onComplete();
        }
    }

    @Override
    public void request(long n) {
        // A single value is never too much for a subscriber that has asked for one, as all of Mono's do.
    }

    @Override
    public void cancel() {
        Subscription source = finish();
        if (source != null) {
            source.cancel();
            this.gate.leave(this);
        }
    }

    /** Gives the call up: the client has waited for it long enough. */
    void fail() {
        Subscription source = finish();
        if (source != null) {
            McpException failure = failure(); // what is cancelled may look as if it had never been sent
            source.cancel();
            this.gate.leave(this);
            this.actual.onError(failure);
        }
    }

    /** Ends the passage; returns the upstream for the first caller, {@code null} for all others. */
    private @Nullable Subscription finish() {
        Subscription source = getAndSet(Operators.cancelledSubscription());
        if (source == Operators.cancelledSubscription()) {
            return null;
        }
        return (source != null) ? source : Operators.emptySubscription();
    }

    private McpException failure() {
        if (this.call.progress().isSent()) {
            return new McpConnectionException(
                    details(McpOutcome.UNKNOWN, "the client was closed before the answer came")
                            .withRemedy("Raise drain-timeout if such calls take longer."));
        }
        return new McpRejectedException(
                details(McpOutcome.NOT_SENT, "the client was closed before the call was sent"),
                McpRejectedException.Reason.CLOSED);
    }

    private McpErrorDetails details(McpOutcome outcome, String problem) {
        return McpErrorDetails.of(this.call.serverName(), this.call.method(), outcome, problem);
    }
}
