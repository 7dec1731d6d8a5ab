package io.mcpclient.internal.task;

import java.time.Duration;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.call.Deadline;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.error.McpSessionException;
import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.McpErrorCodes;
import io.mcpclient.schema.McpMethods;

/**
 * Polling for the end of a task: the intervals between polls, lost polls, and the overall deadline. A task outlives
 * connections, so a lost connection leads to another poll, a few times. Not thread-safe: steps are sequential.
 *
 * @see "MCP 2025-11-25, basic/utilities/tasks (TSKL-05, TSKL-12); MCP extension io.modelcontextprotocol/tasks (TSKX-06)"
 */
public final class TaskPolling {

    private static final Duration DEFAULT_PAUSE = Duration.ofSeconds(1);

    private static final Duration LONGEST_DEFAULT_PAUSE = Duration.ofSeconds(10);

    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(100);

    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

    private static final int LOSSES_IN_A_ROW = 3;

    private final String serverName;

    private final Deadline deadline;

    private Duration pause = DEFAULT_PAUSE;

    private Duration defaultPause = DEFAULT_PAUSE;

    private int losses;

    /**
     * Creates the polling of one wait.
     * @param serverName configured name of the server
     * @param deadline deadline of the whole wait
     */
    public TaskPolling(String serverName, Deadline deadline) {
        this.serverName = serverName;
        this.deadline = deadline;
    }

    /**
     * Repeats a step until it yields an outcome.
     * @param firstPause pause before the first step
     * @param step one poll; empty as long as there is no outcome
     * @return the outcome, or the error of a step or of the deadline
     */
    public Mono<CallToolResult> repeat(Duration firstPause, Supplier<Mono<CallToolResult>> step) {
        Mono<CallToolResult> outcome =
                Mono.defer(step).repeatWhenEmpty(rounds -> rounds.concatMap(round -> pause(this.pause)));
        return firstPause.isZero() ? outcome : pause(firstPause).then(outcome);
    }

    /**
     * Records a response of the server.
     * @param requested requested interval until the next poll, or {@code null} if there is none
     */
    public void onState(@Nullable Duration requested) {
        this.losses = 0;
        this.pause = pauseAfter(requested, this.defaultPause);
        this.defaultPause = (requested != null) ? DEFAULT_PAUSE : longer(this.defaultPause);
    }

    /** Returns the server's requested interval, within bounds that protect both sides. */
    static Duration pauseAfter(@Nullable Duration requested, Duration otherwise) {
        if (requested == null) {
            return otherwise;
        }
        Duration longer = (requested.compareTo(SHORTEST_PAUSE) < 0) ? SHORTEST_PAUSE : requested;
        return (longer.compareTo(LONGEST_PAUSE) > 0) ? LONGEST_PAUSE : longer;
    }

    /** Without a requested interval, the server is polled at increasing intervals. */
    static Duration longer(Duration defaultPause) {
        Duration doubled = defaultPause.multipliedBy(2);
        return (doubled.compareTo(LONGEST_DEFAULT_PAUSE) > 0) ? LONGEST_DEFAULT_PAUSE : doubled;
    }

    /**
     * Returns the remaining wait before the next poll.
     * @param requested requested interval, or {@code null} if there is none
     * @param elapsed time since the last response
     * @return the remaining time, not negative
     */
    public static Duration rest(@Nullable Duration requested, Duration elapsed) {
        Duration rest = pauseAfter(requested, DEFAULT_PAUSE).minus(elapsed);
        return rest.isNegative() ? Duration.ZERO : rest;
    }

    /**
     * Ignores a lost poll, so that the server is polled again.
     * @param question the poll
     * @param <T> its result
     * @return its result; empty if it was lost; the error of the whole wait if that has ended
     */
    public <T> Mono<T> survived(Mono<T> question) {
        return question.onErrorResume(this::isLoss, error -> Mono.empty())
                .onErrorMap(McpTimeoutException.class, error -> isOver() ? timedOut() : error);
    }

    private boolean isOver() {
        return this.deadline.remainingNanos() <= 0;
    }

    private boolean isLoss(Throwable error) {
        boolean loss = error instanceof McpConnectionException
                || error instanceof McpSessionException
                // of one poll, whose deadline is shorter than that of the whole wait
                || error instanceof McpTimeoutException && !isOver()
                || error instanceof McpProtocolException refused
                        && refused.outcome() == McpOutcome.REJECTED // by a proxy
                || error instanceof McpRequestException answered && isTransient(answered);
        return loss && ++this.losses <= LOSSES_IN_A_ROW;
    }

    /** An internal error of the poll, as HTTP 500 is; that of {@code tasks/result} is the error of the tool. */
    private static boolean isTransient(McpRequestException answered) {
        return answered.code() == McpErrorCodes.INTERNAL_ERROR && McpMethods.TASKS_GET.equals(answered.operation());
    }

    /**
     * Bounds work that is part of the wait and has no deadline of its own.
     * @param work the work
     * @param <T> its result
     * @return its result, or the error of the deadline
     */
    public <T> Mono<T> within(Mono<T> work) {
        Duration remaining = Duration.ofNanos(Math.max(1, this.deadline.remainingNanos()));
        return work.timeout(
                remaining, Mono.error(this::timedOut), this.deadline.time().timers());
    }

    private Mono<Long> pause(Duration length) {
        long remaining = this.deadline.remainingNanos();
        if (remaining <= length.toNanos()) {
            return this.deadline
                    .time()
                    .delay(Duration.ofNanos(Math.max(0, remaining)))
                    .then(Mono.error(this::timedOut));
        }
        return this.deadline.time().delay(length);
    }

    private McpException timedOut() {
        Duration limit = this.deadline.timeout();
        return new McpTimeoutException(
                McpErrorDetails.of(
                                this.serverName,
                                McpMethods.TASKS_GET,
                                McpOutcome.UNKNOWN,
                                "the task has not ended within " + limit.toMillis() + " ms")
                        .withRemedy("Await it again, or cancel it."),
                McpTimeoutException.ANSWER,
                limit);
    }
}
