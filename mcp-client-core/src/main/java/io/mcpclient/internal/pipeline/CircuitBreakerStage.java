package io.mcpclient.internal.pipeline;

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
import io.mcpclient.internal.pipeline.FailureTable.Health;
import io.mcpclient.internal.support.LazyPart;
import io.mcpclient.settings.McpCircuitBreakerSettings;
import io.mcpclient.status.McpCircuitState;
import io.mcpclient.support.Loggers;
import io.mcpclient.time.TimeSource;

/**
 * Stage that rejects calls to a server after a number of consecutive failures, until a trial call has succeeded. Resilience4j
 * keeps the state; {@link FailureTable} classifies the outcome of a call.
 *
 * <pre>
 *  CLOSED ─ consecutive failures ► OPEN ── open-duration, next call ──► HALF_OPEN
 *    ▲ ▲                            │ ▲                                   │ │
 *    │ └── connection lost ─────────┘ └──────── the trial failed ─────────┘ │
 *    └──────────────────────────────────────── the trial succeeded ─────────┘
 * </pre>
 *
 * It judges a connection: when that is lost, reconnecting has its own pauses, and the next connection starts with a closed
 * circuit. Thread-safe.
 *
 * @see "fault G11"
 */
final class CircuitBreakerStage implements McpInterceptor {

    private static final Logger logger = Loggers.CALLS;

    private static final Throwable TIMED_OUT = new TimedOut();

    private final String serverName;

    private final McpCircuitBreakerSettings settings;

    private final Generation generation;

    private final TimeSource time;

    private final MonotonicClock clock;

    /** Created with the first failure: it permits everything before that, and counts nothing. */
    private final LazyPart<CircuitBreaker> breaker;

    private final CallMono.Stage stage = this::subscribe;

    private final LongAdder rejected = new LongAdder();

    /** Time of the last counted failure. A broken or hanging connection fails all in-flight calls for one reason. */
    private final AtomicLong failedAt;

    /** Whether a call has failed since the last success. */
    private volatile boolean failedSinceLastSuccess;

    /** Whether the opening was logged. A flag of our own, because events of the library would cost an object per call. */
    private final AtomicBoolean opened = new AtomicBoolean();

    private volatile Instant openSince = Instant.EPOCH;

    CircuitBreakerStage(String serverName, McpCircuitBreakerSettings settings, Generation generation, TimeSource time) {
        this.serverName = serverName;
        this.time = time;
        this.clock = new MonotonicClock(time);
        this.failedAt = new AtomicLong(time.nanoTime() - 1); // the call that this stage is created for comes after it
        this.settings = settings;
        this.generation = generation;
        this.breaker = new LazyPart<>(this::create);
    }

    private CircuitBreaker create() {
        return CircuitBreaker.of(
                this.serverName,
                CircuitBreakerConfig.custom()
                        .slidingWindowType(SlidingWindowType.COUNT_BASED)
                        .slidingWindowSize(this.settings.failureThreshold())
                        .minimumNumberOfCalls(this.settings.failureThreshold())
                        .failureRateThreshold(100)
                        .waitDurationInOpenState(this.settings.openDuration())
                        .permittedNumberOfCallsInHalfOpenState(1)
                        .clock(this.clock)
                        .build());
    }

    private State breakerState() {
        CircuitBreaker present = this.breaker.present();
        return (present != null) ? present.getState() : State.CLOSED;
    }

    McpCircuitState state() {
        return switch (breakerState()) {
            case OPEN, FORCED_OPEN -> McpCircuitState.OPEN;
            case HALF_OPEN -> McpCircuitState.HALF_OPEN;
            default -> McpCircuitState.CLOSED;
        };
    }

    long rejected() {
        return this.rejected.sum();
    }

    /** Failures of a lost connection say nothing about the next one. */
    void reset() {
        if (this.failedSinceLastSuccess || breakerState() != State.CLOSED) {
            this.breaker.get().reset();
            noticeClosed();
        }
    }

    private void succeed() {
        // A success after a success changes nothing, and nearly all are such.
        if (this.failedSinceLastSuccess || breakerState() != State.CLOSED) {
            this.failedSinceLastSuccess = false;
            this.breaker.get().onSuccess(0, TimeUnit.NANOSECONDS);
            noticeClosed();
        }
    }

    private void fail(Throwable error) {
        State before = breakerState();
        this.breaker.get().onError(0, TimeUnit.NANOSECONDS, error);
        this.failedSinceLastSuccess = true;
        if (before != State.OPEN && breakerState() == State.OPEN) {
            this.openSince = this.clock.instant();
            // Warn once per outage; a failed trial is part of the same outage.
            Loggers.log(
                    logger,
                    this.opened.compareAndSet(false, true) ? Level.WARN : Level.DEBUG,
                    "MCP server \"{}\": circuit breaker opened after {} consecutive failures; rejecting calls"
                            + " for {} ms",
                    this.serverName,
                    this.settings.failureThreshold(),
                    this.settings.openDuration().toMillis());
        }
    }

    private void release() {
        CircuitBreaker present = this.breaker.present();
        if (present != null) {
            present.releasePermission();
        }
    }

    private void noticeClosed() {
        if (breakerState() == State.CLOSED && this.opened.compareAndSet(true, false)) {
            logger.info("MCP server \"{}\": circuit breaker closed; accepting calls again", this.serverName);
        }
    }

    @Override
    public Mono<Object> intercept(McpCall call, CallHandler next) {
        return new CallMono(call, next, this.stage);
    }

    /** Returns the time until the next trial call, zero if one is permitted or in progress. */
    Duration untilTrial() {
        Duration wait = Duration.between(this.clock.instant(), this.openSince.plus(this.settings.openDuration()));
        return wait.isNegative() ? Duration.ZERO : wait;
    }

    private McpException refusal(McpCall call) {
        this.rejected.increment();
        Instant since = this.openSince;
        Duration wait = untilTrial();
        String next = wait.isZero()
                ? "a trial call is in progress"
                : "the next call is permitted in " + wait.toMillis() + " ms";
        return new McpRejectedException(
                McpErrorDetails.of(
                                this.serverName,
                                call.method(),
                                McpOutcome.NOT_SENT,
                                "circuit breaker open since " + since.truncatedTo(ChronoUnit.SECONDS) + " after "
                                        + this.settings.failureThreshold() + " consecutive failures; " + next)
                        .withRemedy(
                                "Find the cause in the errors of the failed calls; circuit-breaker.failure-threshold"
                                        + " and circuit-breaker.open-duration configure the circuit breaker."),
                McpRejectedException.Reason.CIRCUIT_OPEN);
    }

    private void subscribe(McpCall call, CallHandler next, CoreSubscriber<? super Object> actual) {
        CircuitBreaker breaker = this.breaker.present();
        if (breaker != null && !breaker.tryAcquirePermission()) {
            Operators.error(actual, refusal(call));
            return;
        }
        GuardedCall guarded = new GuardedCall(call.progress(), actual);
        guarded.begin();
        guarded.handOn(call, next);
    }

    /** A permitted call; returns its permission exactly once, whatever the outcome. */
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

        /**
         * A missed deadline counts as a failure of the server only if it had received the call and was not waiting for this
         * client.
         */
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
                release();
            }
        }

        private boolean isOfThisConnection() {
            return CircuitBreakerStage.this.generation.ofConnection() == this.begunOn;
        }

        /** Calls are consecutive if they began after the previous failure; concurrent calls fail for one reason. */
        private boolean isNextInARow() {
            long last = CircuitBreakerStage.this.failedAt.get();
            return this.begunAt - last > 0
                    && CircuitBreakerStage.this.failedAt.compareAndSet(last, CircuitBreakerStage.this.time.nanoTime());
        }
    }

    /** Placeholder for the error of the deadline, which an outer stage creates. */
    private static final class TimedOut extends RuntimeException {

        TimedOut() {
            super("deadline", null, false, false);
        }
    }
}
