package io.mcpclient.internal.pipeline;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;

import io.mcpclient.call.CallHandler;
import io.mcpclient.call.Deadline;
import io.mcpclient.call.McpCall;
import io.mcpclient.call.McpInterceptor;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.internal.support.DeadlineTimer;
import io.mcpclient.time.TimeSource;

/**
 * Stage that ends a call at its deadline, whatever the call is waiting for, and cancels it at the server. Thread-safe.
 *
 * @see "MCP 2025-11-25, basic/lifecycle, Timeouts (TMO-01)"
 */
public final class DeadlineStage implements McpInterceptor {

    /** An extension up to this is not worth naming another time than the configured one. */
    private static final Duration NOTICEABLE = Duration.ofMillis(200);

    private final DeadlineTimer timer;

    private final BufferingHint buffering = new BufferingHint();

    private final CallMono.Stage stage = this::subscribe;

    /**
     * Creates the stage of one client.
     * @param time clock of the deadlines, and timers
     */
    public DeadlineStage(TimeSource time) {
        this.timer = new DeadlineTimer(time);
    }

    @Override
    public Mono<Object> intercept(McpCall call, CallHandler next) {
        return new CallMono(call, next, this.stage);
    }

    /**
     * Returns the number of in-flight calls.
     * @return the number of calls that have neither ended nor passed their deadline
     */
    public int inFlight() {
        return this.timer.size();
    }

    /**
     * Creates the error of a call that has passed its deadline; the first matching row applies.
     *
     * <table>
     * <caption>phases</caption>
     * <tr><th>condition</th><th>phase</th><th>remedy</th></tr>
     * <tr><td>the deadline passed before the call arrived here, because of a slow stage before it</td><td>total</td>
     * <td>a longer timeout</td></tr>
     * <tr><td>is queued for the limit of concurrent calls</td><td>acquire</td><td>fewer concurrent calls</td></tr>
     * <tr><td>not sent</td><td>connect</td><td>a server that responds</td></tr>
     * <tr><td>the deadline was extended to its maximum</td><td>total</td><td>request-timeout-max</td></tr>
     * <tr><td>the deadline was extended</td><td>idle</td><td>request-timeout</td></tr>
     * <tr><td>none of these</td><td>answer</td><td>request-timeout, and the proxy if the stream was silent</td></tr>
     * </table>
     */
    private static McpTimeoutException timedOut(McpCall call, boolean moved, BufferingHint buffering) {
        boolean sent = call.progress().isSent();
        Duration waited = waited(call.deadline(), moved);
        String phase = phase(call, moved);
        String hint = sent ? buffering.remedy(call) : null;
        String silence = (hint != null) ? ": the event stream was opened, but nothing was received" : "";
        return new McpTimeoutException(
                McpErrorDetails.of(
                                call.serverName(),
                                call.method(),
                                sent ? McpOutcome.UNKNOWN : McpOutcome.NOT_SENT,
                                problem(phase) + waited.toMillis() + " ms" + silence)
                        .withRemedy((hint != null) ? hint : remedy(phase)),
                phase,
                waited);
    }

    private static String phase(McpCall call, boolean moved) {
        if (call.progress().isWaiting()) {
            return McpTimeoutException.ACQUIRE;
        }
        if (!call.progress().isSent()) {
            return McpTimeoutException.CONNECT;
        }
        if (!moved) {
            return McpTimeoutException.ANSWER;
        }
        return (call.deadline().latestRemainingNanos() <= 0) ? McpTimeoutException.TOTAL : McpTimeoutException.IDLE;
    }

    private static String problem(String phase) {
        return switch (phase) {
            case McpTimeoutException.ACQUIRE -> "too many concurrent requests for ";
            case McpTimeoutException.CONNECT -> "not connected within ";
            default -> "no response within ";
        };
    }

    private static String remedy(String phase) {
        return switch (phase) {
            case McpTimeoutException.ACQUIRE ->
                "Make fewer concurrent calls, or raise max-concurrent-requests or request-timeout.";
            case McpTimeoutException.CONNECT ->
                "Check that the server responds, or raise request-timeout, which includes connecting.";
            case McpTimeoutException.TOTAL -> "If the server needs more time, raise request-timeout-max.";
            default -> "If the server needs more time, raise request-timeout or give the call a longer timeout.";
        };
    }

    private static McpTimeoutException late(McpCall call) {
        Duration timeout = call.deadline().timeout();
        return new McpTimeoutException(
                McpErrorDetails.of(
                                call.serverName(),
                                call.method(),
                                McpOutcome.NOT_SENT,
                                "the deadline of " + timeout.toMillis() + " ms had passed before the request was sent")
                        .withRemedy("Make interceptors and approvals faster, or give the call a longer timeout."),
                McpTimeoutException.TOTAL,
                timeout);
    }

    /** Returns the configured timeout, or the elapsed time if the deadline was extended noticeably. */
    private static Duration waited(Deadline deadline, boolean moved) {
        Duration beyond = Duration.ofNanos(-deadline.remainingNanos());
        return (moved && beyond.compareTo(NOTICEABLE) > 0) ? deadline.timeout().plus(beyond) : deadline.timeout();
    }

    /** Reactor's timeout operator with one timer for all calls instead of one for each. */
    private void subscribe(McpCall call, CallHandler next, CoreSubscriber<? super Object> actual) {
        if (call.deadline().remainingNanos() <= 0) {
            Operators.error(actual, late(call));
            return;
        }
        DeadlineSubscriber subscriber = new DeadlineSubscriber(call, this.timer, this.buffering, actual);
        subscriber.watch();
        subscriber.handOn(call, next);
    }

    /** Watches the deadline of one call. */
    private static final class DeadlineSubscriber extends CallSubscriber {

        private final McpCall call;

        private final DeadlineTimer timer;

        private final BufferingHint buffering;

        /** Guarded by this, because progress may replace it while the call ends. */
        private DeadlineTimer.@Nullable Entry entry;

        /** Time of the entry. Guarded by this. */
        private long entryNanos;

        /** The deadline as moved, not before the time of the entry. Guarded by this. */
        private long dueNanos;

        private volatile boolean moved;

        DeadlineSubscriber(
                McpCall call, DeadlineTimer timer, BufferingHint buffering, CoreSubscriber<? super Object> actual) {
            super(actual);
            this.call = call;
            this.timer = timer;
            this.buffering = buffering;
        }

        void watch() {
            schedule(this.call.deadline().nanos());
            this.call.progress().watch(this::move);
            begin();
        }

        private synchronized void schedule(long nanos) {
            this.entryNanos = nanos;
            this.dueNanos = nanos;
            this.entry = this.timer.schedule(nanos, this::onEntryDue);
        }

        /**
         * Moves the deadline: the server has sent something, started to wait for this client, or stopped waiting. Mostly to
         * later, which is noticed when the entry is due: progress is frequent.
         */
        private void move() {
            Deadline deadline = this.call.deadline();
            long due = this.call.progress().isPaused() ? deadline.latestNanos() : deadline.nanosAfterActivity();
            synchronized (this) {
                DeadlineTimer.Entry watched = this.entry;
                if (watched == null) {
                    return;
                }
                this.moved = true;
                if (due - this.entryNanos >= 0) {
                    this.dueNanos = due;
                } else {
                    this.timer.cancel(watched);
                    schedule(due);
                }
            }
        }

        private void onEntryDue() {
            synchronized (this) {
                if (this.entry != null && this.dueNanos - this.entryNanos > 0) {
                    schedule(this.dueNanos);
                    return;
                }
            }
            // Created before the inner stages discard their progress.
            McpTimeoutException error = timedOut(this.call, this.moved, this.buffering);
            this.call.progress().markExpired();
            if (giveUp()) {
                unwatch();
                signal(error);
            }
        }

        @Override
        void onEnd(@Nullable Throwable error) {
            unwatch();
        }

        @Override
        void onGivenUp() {
            unwatch();
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
