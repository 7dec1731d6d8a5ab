package io.mcpclient.resilience;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;

import io.mcpclient.call.CallHandler;
import io.mcpclient.call.CallProgress;
import io.mcpclient.call.McpCall;
import io.mcpclient.call.McpInterceptor;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.resilience.FailureTable.Health;
import io.mcpclient.support.TimeSource;

/**
 * Stage that refuses calls to a server whose last calls have failed in a row, until one that is let through for a trial has
 * succeeded. Resilience4j keeps the state; what an end of a call means is told by {@link FailureTable}.
 *
 * <pre>
 *  CLOSED ── failures in a row ──► OPEN ── open-duration, next call ──► HALF_OPEN
 *    ▲ ▲                            │ ▲                                   │ │
 *    │ └── connection lost ─────────┘ └──────── the trial failed ─────────┘ │
 *    └──────────────────────────────────────── the trial was answered ──────┘
 * </pre>
 *
 * It judges a connection: when that is lost, reconnecting has pauses of its own, and what comes next is judged anew.
 * Thread-safe.
 *
 * @see "fault G11"
 */
final class CircuitBreakerStage implements McpInterceptor {

    private static final Logger logger = LoggerFactory.getLogger(CircuitBreakerStage.class);

    private static final Throwable TIMED_OUT = new TimedOut();

    private final String serverName;

    private final McpCircuitBreakerSettings settings;

    private final Generation generation;

    private final TimeSource time;

    private final MonotonicClock clock;

    private final CircuitBreaker breaker;

    private final LongAdder rejected = new LongAdder();

    /** When the last failure was counted. What breaks, or hangs, takes all calls with it that are under way. */
    private final AtomicLong failedAt;

    /** Whether a failure was counted since the last success was. */
    private volatile boolean blemished;

    /** Whether it was told that calls are refused. Our own note: events of the library would cost every call one. */
    private final AtomicBoolean opened = new AtomicBoolean();

    private volatile Instant openSince = Instant.EPOCH;

    CircuitBreakerStage(String serverName, McpCircuitBreakerSettings settings, Generation generation, TimeSource time) {
        this.serverName = serverName;
        this.time = time;
        this.clock = new MonotonicClock(time);
        this.failedAt = new AtomicLong(time.nanoTime());
        this.settings = settings;
        this.generation = generation;
        this.breaker = CircuitBreaker.of(
                serverName,
                CircuitBreakerConfig.custom()
                        .slidingWindowType(SlidingWindowType.COUNT_BASED)
                        .slidingWindowSize(settings.failureThreshold())
                        .minimumNumberOfCalls(settings.failureThreshold())
                        .failureRateThreshold(100)
                        .waitDurationInOpenState(settings.openDuration())
                        .permittedNumberOfCallsInHalfOpenState(1)
                        .clock(this.clock)
                        .build());
    }

    McpCircuitState state() {
        return switch (this.breaker.getState()) {
            case OPEN, FORCED_OPEN -> McpCircuitState.OPEN;
            case HALF_OPEN -> McpCircuitState.HALF_OPEN;
            default -> McpCircuitState.CLOSED;
        };
    }

    long rejected() {
        return this.rejected.sum();
    }

    /** What has failed on a connection that is gone says nothing about the next one. */
    void forget() {
        if (this.blemished || this.breaker.getState() != State.CLOSED) {
            this.breaker.reset();
            noticeClosed();
        }
    }

    private void succeed() {
        // A success that follows a success changes nothing, and nearly all do.
        if (this.blemished || this.breaker.getState() != State.CLOSED) {
            this.blemished = false;
            this.breaker.onSuccess(0, TimeUnit.NANOSECONDS);
            noticeClosed();
        }
    }

    private void fail(Throwable error) {
        State before = this.breaker.getState();
        this.breaker.onError(0, TimeUnit.NANOSECONDS, error);
        this.blemished = true;
        if (before != State.OPEN && this.breaker.getState() == State.OPEN) {
            this.openSince = this.clock.instant();
            // Once for an outage; that a trial has failed, too, is more of the same.
            logger.atLevel(this.opened.compareAndSet(false, true) ? Level.WARN : Level.DEBUG)
                    .log(
                            "MCP server \"{}\": the last {} calls have failed, none is let through for {} ms",
                            this.serverName,
                            this.settings.failureThreshold(),
                            this.settings.openDuration().toMillis());
        }
    }

    private void noticeClosed() {
        if (this.breaker.getState() == State.CLOSED && this.opened.compareAndSet(true, false)) {
            logger.info("MCP server \"{}\": calls are let through again", this.serverName);
        }
    }

    @Override
    public Mono<Object> intercept(McpCall call, CallHandler next) {
        return new GuardedMono(call, next);
    }

    /** How long it is until a call is let through, zero if one may be or is. */
    Duration untilTrial() {
        Duration wait = Duration.between(this.clock.instant(), this.openSince.plus(this.settings.openDuration()));
        return wait.isNegative() ? Duration.ZERO : wait;
    }

    private McpException refusal(McpCall call) {
        this.rejected.increment();
        Instant since = this.openSince;
        Duration wait = untilTrial();
        String next = wait.isZero()
                ? "one call is on trial now"
                : "the next call is let through in " + wait.toMillis() + " ms";
        return new McpRejectedException(
                McpErrorDetails.of(
                                this.serverName,
                                call.method(),
                                McpOutcome.NOT_SENT,
                                "calls are held back since " + since.truncatedTo(ChronoUnit.SECONDS) + ": the last "
                                        + this.settings.failureThreshold() + " have failed; " + next)
                        .withRemedy("Look for the cause in the errors of those calls; circuit-breaker.failure-threshold"
                                + " and circuit-breaker.open-duration set the limits."),
                McpRejectedException.Reason.CIRCUIT_OPEN);
    }

    private final class GuardedMono extends Mono<Object> {

        private final McpCall call;

        private final CallHandler next;

        GuardedMono(McpCall call, CallHandler next) {
            this.call = call;
            this.next = next;
        }

        @Override
        public void subscribe(CoreSubscriber<? super Object> actual) {
            if (!CircuitBreakerStage.this.breaker.tryAcquirePermission()) {
                Operators.error(actual, refusal(this.call));
                return;
            }
            GuardedCall guarded = new GuardedCall(this.call.progress(), actual);
            guarded.begin();
            guarded.handOn(this.call, this.next);
        }
    }

    /** One call that was let through: gives its permission back, in one way or another, exactly once. */
    private final class GuardedCall extends CallSubscriber {

        private final CallProgress progress;

        private final int begunOn = CircuitBreakerStage.this.generation.ofConnection();

        private final long begunAt = CircuitBreakerStage.this.time.nanoTime();

        GuardedCall(CallProgress progress, CoreSubscriber<? super Object> actual) {
            super(actual);
            this.progress = progress;
        }

        @Override
        void onEnd(@Nullable Throwable error) {
            if (error == null) {
                succeed();
            } else {
                report(FailureTable.of(error), error);
            }
        }

        /** Only a server that had the call, and did not wait for us, is to blame for a deadline that has passed. */
        @Override
        void onGivenUp() {
            boolean late = this.progress.isExpired()
                    && this.progress.isSent()
                    && !this.progress.isWaiting()
                    && !this.progress.isPaused();
            report(late ? Health.FAILED : Health.UNKNOWN, TIMED_OUT);
        }

        private void report(Health health, Throwable error) {
            if (health == Health.ANSWERED) {
                succeed();
            } else if (health == Health.FAILED && isOfThisConnection() && isNextInARow()) {
                fail(error);
            } else {
                CircuitBreakerStage.this.breaker.releasePermission();
            }
        }

        private boolean isOfThisConnection() {
            return CircuitBreakerStage.this.generation.ofConnection() == this.begunOn;
        }

        /** In a row are calls that began after the one before had failed; those under way together fail for one reason. */
        private boolean isNextInARow() {
            long last = CircuitBreakerStage.this.failedAt.get();
            return this.begunAt - last > 0
                    && CircuitBreakerStage.this.failedAt.compareAndSet(last, CircuitBreakerStage.this.time.nanoTime());
        }
    }

    /** Stands for the error of the deadline, which is made in front of this stage. */
    private static final class TimedOut extends RuntimeException {

        TimedOut() {
            super("deadline", null, false, false);
        }
    }
}
