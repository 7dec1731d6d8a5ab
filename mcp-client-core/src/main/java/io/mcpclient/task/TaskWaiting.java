package io.mcpclient.task;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.call.Deadline;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpSessionException;
import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.TaskStatus;

/**
 * Somebody waits for the end of a task.
 *
 * <pre>
 *  tasks/get ──► working          pause, again
 *            ──► input_required   tasks/result at once: the server asks on its stream, and answers it at the end
 *            ──► terminal         tasks/result: the outcome
 * </pre>
 *
 * A task outlives connections, so a lost one is a reason to ask again, a few times. Not thread-safe: steps follow each
 * other.
 *
 * @see "MCP 2025-11-25, basic/utilities/tasks (TSKL-05 to TSKL-09, TSKL-12)"
 */
final class TaskWaiting {

    private static final Duration DEFAULT_PAUSE = Duration.ofSeconds(1);

    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(100);

    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

    private static final int LOSSES_IN_A_ROW = 3;

    private final LegacyTask task;

    private final TaskRequests requests;

    private final McpCallOptions options;

    private final Deadline deadline;

    private Duration pause = DEFAULT_PAUSE;

    private int losses;

    TaskWaiting(LegacyTask task, TaskRequests requests, McpCallOptions options) {
        this.task = task;
        this.requests = requests;
        this.options = options;
        this.deadline = requests.waiting(options);
    }

    Mono<CallToolResult> outcome() {
        return Mono.defer(this::step).repeatWhenEmpty(rounds -> rounds.concatMap(round -> pause()));
    }

    /** Empty as long as there is no outcome. */
    private Mono<CallToolResult> step() {
        return this.task
                .status(this.options, this.requests.deadlineWithin(this.deadline, this.options))
                .flatMap(this::onState)
                .onErrorResume(this::isLoss, error -> Mono.empty());
    }

    private Mono<CallToolResult> onState(McpTaskState state) {
        this.losses = 0;
        this.pause = clamped(state.pollInterval());
        boolean needsInput = state.status().equals(TaskStatus.INPUT_REQUIRED);
        return (needsInput || state.isTerminal()) ? fetch() : Mono.empty();
    }

    private Mono<CallToolResult> fetch() {
        Mono<CallToolResult> result = this.requests.result(this.task.id(), this.options, this.deadline);
        String tool = this.task.handle().toolName();
        return (tool != null) ? result.flatMap(answer -> this.requests.tools().checked(tool, answer)) : result;
    }

    private boolean isLoss(Throwable error) {
        boolean loss = error instanceof McpConnectionException || error instanceof McpSessionException;
        return loss && ++this.losses <= LOSSES_IN_A_ROW;
    }

    private Mono<Long> pause() {
        long remaining = this.deadline.remainingNanos();
        if (remaining <= this.pause.toNanos()) {
            return Mono.delay(Duration.ofNanos(Math.max(0, remaining))).then(Mono.error(this::timedOut));
        }
        return Mono.delay(this.pause);
    }

    private McpException timedOut() {
        Duration limit = this.deadline.timeout();
        return new McpTimeoutException(
                McpErrorDetails.of(
                                this.requests.calls().serverName(),
                                McpMethods.TASKS_GET,
                                McpOutcome.UNKNOWN,
                                "the task has not ended within " + limit.toMillis() + " ms")
                        .withRemedy("Wait for it again, or cancel it."),
                "answer",
                limit);
    }

    static Duration clamped(@Nullable Duration wished) {
        if (wished == null) {
            return DEFAULT_PAUSE;
        }
        Duration longer = (wished.compareTo(SHORTEST_PAUSE) < 0) ? SHORTEST_PAUSE : wished;
        return (longer.compareTo(LONGEST_PAUSE) > 0) ? LONGEST_PAUSE : longer;
    }
}
