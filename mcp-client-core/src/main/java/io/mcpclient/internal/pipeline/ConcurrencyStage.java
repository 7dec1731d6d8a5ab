package io.mcpclient.internal.pipeline;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.LongAdder;

import org.jspecify.annotations.Nullable;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;

import io.mcpclient.call.CallHandler;
import io.mcpclient.call.McpCall;
import io.mcpclient.call.McpInterceptor;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpRejectedException.Reason;
import io.mcpclient.internal.support.DeadlineTimer;
import io.mcpclient.internal.support.LazyPart;
import io.mcpclient.time.TimeSource;

/**
 * Stage that limits concurrent calls. A bounded number of further calls wait for a limited time; the rest is rejected
 * immediately. A call that does not wait costs one subscriber and two counters. Thread-safe.
 *
 * @see "faults G01, G02, G06"
 */
final class ConcurrencyStage implements McpInterceptor {

    private final String serverName;

    private final CallMono.Stage stage = this::subscribe;

    private final ConcurrencyLimit<LimitedCall> limit;

    private final Duration acquireTimeout;

    private final TimeSource time;

    /** Of queued calls. */
    private final LazyPart<DeadlineTimer> timer;

    private final LongAdder rejected = new LongAdder();

    ConcurrencyStage(String serverName, int places, int maxWaiting, Duration acquireTimeout, TimeSource time) {
        this.serverName = serverName;
        this.limit = new ConcurrencyLimit<>(places, maxWaiting);
        this.acquireTimeout = acquireTimeout;
        this.time = time;
        this.timer = new LazyPart<>(() -> new DeadlineTimer(time));
    }

    int running() {
        return this.limit.running();
    }

    int waiting() {
        return this.limit.waiting();
    }

    long rejected() {
        return this.rejected.sum();
    }

    /** Rejects all waiting calls: the client is being disposed of, and they must not reconnect it. */
    void refuseWaiting() {
        this.limit
                .waiters()
                .forEach(waiter -> waiter.refuse(Reason.CLOSED, "the client was closed while the call was queued"));
    }

    @Override
    public Mono<Object> intercept(McpCall call, CallHandler next) {
        return new CallMono(call, next, this.stage);
    }

    private McpException refusal(McpCall call, Reason reason, String problem) {
        boolean overload = reason == Reason.OVERLOAD;
        if (overload) {
            this.rejected.increment();
        }
        return new McpRejectedException(
                McpErrorDetails.of(this.serverName, call.method(), McpOutcome.NOT_SENT, problem)
                        .withRemedy(
                                overload
                                        ? "Make fewer concurrent calls, or raise max-concurrent-requests,"
                                                + " max-queued-requests or acquire-timeout."
                                        : null),
                reason);
    }

    private void subscribe(McpCall call, CallHandler next, CoreSubscriber<? super Object> actual) {
        LimitedCall limited = new LimitedCall(call, next, actual);
        if (this.limit.tryAcquire()) {
            limited.runAtOnce();
        } else {
            limited.queueUp();
        }
    }

    /** One call, with or without a permit. */
    private final class LimitedCall extends CallSubscriber implements ConcurrencyLimit.Waiter {

        private static final int WAITING = 0;

        private static final int RUNNING = 1;

        private static final int OVER = 2;

        /** Saves an object per call compared with an atomic integer. */
        private static final AtomicIntegerFieldUpdater<LimitedCall> STATE =
                AtomicIntegerFieldUpdater.newUpdater(LimitedCall.class, "state");

        private final McpCall call;

        private final CallHandler next;

        private volatile int state = WAITING;

        private volatile DeadlineTimer.@Nullable Entry limitOfWaiting;

        LimitedCall(McpCall call, CallHandler next, CoreSubscriber<? super Object> actual) {
            super(actual);
            this.call = call;
            this.next = next;
        }

        void runAtOnce() {
            this.state = RUNNING;
            begin();
            handOn(this.call, this.next);
        }

        void queueUp() {
            this.call.progress().markWaiting(true);
            begin();
            long due = ConcurrencyStage.this.time.nanoTime() + ConcurrencyStage.this.acquireTimeout.toNanos();
            this.limitOfWaiting = ConcurrencyStage.this.timer.get().schedule(due, this::onTooLong);
            if (!ConcurrencyStage.this.limit.enqueue(this)) {
                refuse(
                        Reason.OVERLOAD,
                        ConcurrencyStage.this.limit.places() + " calls are in flight and "
                                + ConcurrencyStage.this.limit.waiting() + " are queued");
            } else if (this.state == OVER) {
                stopWaiting(); // cancelled before it was in the queue
            }
        }

        @Override
        public boolean start() {
            if (!STATE.compareAndSet(this, WAITING, RUNNING)) {
                return false;
            }
            this.call.progress().markWaiting(false);
            stopClock();
            handOn(this.call, this.next);
            return true;
        }

        private void onTooLong() {
            refuse(
                    Reason.OVERLOAD,
                    "no free slot among " + ConcurrencyStage.this.limit.places() + " concurrent calls within "
                            + ConcurrencyStage.this.acquireTimeout.toMillis() + " ms");
        }

        void refuse(Reason reason, String problem) {
            if (STATE.compareAndSet(this, WAITING, OVER)) {
                stopWaiting();
                if (giveUp()) {
                    signal(refusal(this.call, reason, problem));
                }
            }
        }

        private void stopWaiting() {
            ConcurrencyStage.this.limit.leave(this);
            stopClock();
        }

        private void stopClock() {
            DeadlineTimer.Entry entry = this.limitOfWaiting;
            if (entry != null) {
                ConcurrencyStage.this.timer.get().cancel(entry);
            }
        }

        @Override
        void onEnd(@Nullable Throwable error) {
            free();
        }

        @Override
        void onGivenUp() {
            free();
        }

        private void free() {
            int before = STATE.getAndSet(this, OVER);
            if (before == RUNNING) {
                ConcurrencyStage.this.limit.release();
            } else if (before == WAITING) {
                stopWaiting();
            }
        }
    }
}
