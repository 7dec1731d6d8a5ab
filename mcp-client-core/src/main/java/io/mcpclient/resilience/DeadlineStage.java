package io.mcpclient.resilience;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.Context;

import io.mcpclient.call.CallHandler;
import io.mcpclient.call.Deadline;
import io.mcpclient.call.McpCall;
import io.mcpclient.call.McpInterceptor;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpTimeoutException;

/**
 * Stage that ends a call at its deadline, whatever it is waiting for, and cancels it at the server. Thread-safe.
 *
 * @see "MCP 2025-11-25, basic/lifecycle, Timeouts (TMO-01)"
 */
public final class DeadlineStage implements McpInterceptor {

    /** A deadline that fires later than this was moved, and not just late. */
    private static final Duration NOTICEABLE = Duration.ofMillis(200);

    private final DeadlineTimer timer = new DeadlineTimer(Schedulers.parallel());

    @Override
    public Mono<Object> intercept(McpCall call, CallHandler next) {
        return new DeadlineMono(call, next, this.timer);
    }

    /**
     * Returns how many calls are under way.
     * @return the number of calls that have neither ended nor passed their deadline
     */
    public int inFlight() {
        return this.timer.size();
    }

    private static McpTimeoutException timedOut(McpCall call) {
        boolean sent = call.progress().isSent();
        String phase = sent ? "answer" : "connect";
        Duration waited = waited(call.deadline());
        String problem = (sent ? "no answer within " : "not connected within ") + waited.toMillis() + " ms";
        return new McpTimeoutException(
                McpErrorDetails.of(
                        call.serverName(), call.method(), sent ? McpOutcome.UNKNOWN : McpOutcome.NOT_SENT, problem),
                phase,
                waited);
    }

    /** What was asked for, or the time that has really passed if the deadline was moved. */
    private static Duration waited(Deadline deadline) {
        Duration beyond = Duration.ofNanos(-deadline.remainingNanos());
        boolean moved = deadline.latestNanos() != deadline.nanos() && beyond.compareTo(NOTICEABLE) > 0;
        return moved ? deadline.timeout().plus(beyond) : deadline.timeout();
    }

    /** Reactor's own timeout operator with one timer for all calls instead of one for each. */
    private static final class DeadlineMono extends Mono<Object> {

        private final McpCall call;

        private final CallHandler next;

        private final DeadlineTimer timer;

        DeadlineMono(McpCall call, CallHandler next, DeadlineTimer timer) {
            this.call = call;
            this.next = next;
            this.timer = timer;
        }

        @Override
        public void subscribe(CoreSubscriber<? super Object> actual) {
            if (this.call.deadline().remainingNanos() <= 0) {
                Operators.error(actual, timedOut(this.call));
                return;
            }
            DeadlineSubscriber subscriber = new DeadlineSubscriber(this.call, this.timer, actual);
            subscriber.watch();
            this.next.handle(this.call).subscribe(subscriber);
        }
    }

    /**
     * Passes on what comes first: an answer, an error, the deadline or a cancellation. {@code source} holds the upstream
     * until then and {@link Operators#cancelledSubscription()} afterwards; whoever sets the latter may signal.
     */
    private static final class DeadlineSubscriber extends AtomicReference<@Nullable Subscription>
            implements CoreSubscriber<Object>, Subscription {

        private final McpCall call;

        private final DeadlineTimer timer;

        private final CoreSubscriber<? super Object> actual;

        /** Guarded by this, because a sign of life may replace it while the call ends. */
        private DeadlineTimer.@Nullable Entry entry;

        DeadlineSubscriber(McpCall call, DeadlineTimer timer, CoreSubscriber<? super Object> actual) {
            this.call = call;
            this.timer = timer;
            this.actual = actual;
        }

        void watch() {
            this.entry = this.timer.schedule(this.call.deadline().nanos(), this::onDeadline);
            this.call.progress().watch(this::move);
            this.actual.onSubscribe(this);
        }

        /** The server gave a sign of life, began to wait for us, or has stopped doing so. */
        private void move() {
            Deadline deadline = this.call.deadline();
            long due = this.call.progress().isPaused() ? deadline.latestNanos() : deadline.nanosAfterSignOfLife();
            synchronized (this) {
                DeadlineTimer.Entry watched = this.entry;
                if (watched != null) {
                    this.timer.cancel(watched);
                    this.entry = this.timer.schedule(due, this::onDeadline);
                }
            }
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
            if (finish() != null) {
                this.actual.onNext(result);
                this.actual.onComplete();
            }
        }

        @Override
        public void onError(Throwable error) {
            if (finish() != null) {
                this.actual.onError(error);
            }
        }

        @Override
        public void onComplete() {
            if (finish() != null) {
                this.actual.onComplete();
            }
        }

        private void onDeadline() {
            Subscription source = getAndSet(Operators.cancelledSubscription());
            if (source != Operators.cancelledSubscription()) {
                unwatch();
                if (source != null) {
                    source.cancel();
                }
                this.actual.onError(timedOut(this.call));
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
            }
        }

        /** Ends the watch; returns the upstream for the first caller, {@code null} for all others. */
        private @Nullable Subscription finish() {
            Subscription source = getAndSet(Operators.cancelledSubscription());
            if (source == Operators.cancelledSubscription()) {
                return null;
            }
            unwatch();
            return (source != null) ? source : Operators.emptySubscription();
        }

        private synchronized void unwatch() {
            DeadlineTimer.Entry watched = this.entry;
            this.entry = null;
            if (watched != null) {
                this.timer.cancel(watched);
            }
        }
    }
}
