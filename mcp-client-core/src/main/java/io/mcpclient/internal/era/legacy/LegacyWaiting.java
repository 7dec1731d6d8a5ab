package io.mcpclient.internal.era.legacy;

import java.time.Duration;

import reactor.core.publisher.Mono;

import io.mcpclient.call.Deadline;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.internal.task.TaskPolling;
import io.mcpclient.internal.task.TaskRequests;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.TaskStatus;
import io.mcpclient.task.McpTaskState;

/**
 * Wait for the end of a task of 2025-11-25.
 *
 * <pre>
 *  tasks/get ──► working          pause, again
 *            ──► input_required   tasks/result immediately: the server sends requests on its stream, and the result at the end
 *            ──► terminal         tasks/result: the outcome
 * </pre>
 *
 * @see "MCP 2025-11-25, basic/utilities/tasks (TSKL-05 to TSKL-09, TSKL-12)"
 */
final class LegacyWaiting {

    private final LegacyTask task;

    private final LegacyTasks tasks;

    private final TaskRequests requests;

    private final McpCallOptions options;

    private final Deadline deadline;

    private final TaskPolling polling;

    LegacyWaiting(LegacyTask task, LegacyTasks tasks, McpCallOptions options) {
        this.task = task;
        this.tasks = tasks;
        this.requests = tasks.requests();
        this.options = options;
        this.deadline = this.requests.waiting(options);
        this.polling = new TaskPolling(this.requests.calls().serverName(), this.deadline);
    }

    Mono<CallToolResult> outcome() {
        return this.polling.repeat(Duration.ZERO, this::step);
    }

    /** Empty as long as there is no outcome. */
    private Mono<CallToolResult> step() {
        return this.polling.survived(this.task
                .status(this.options, this.requests.deadlineWithin(this.deadline, this.options))
                .flatMap(this::onState));
    }

    private Mono<CallToolResult> onState(McpTaskState state) {
        this.polling.onState(state.pollInterval());
        boolean needsInput = state.status().equals(TaskStatus.INPUT_REQUIRED);
        return (needsInput || state.isTerminal()) ? fetch() : Mono.empty();
    }

    private Mono<CallToolResult> fetch() {
        Mono<CallToolResult> result = this.tasks.result(this.task.id(), this.options, this.deadline);
        return result.flatMap(
                answer -> this.requests.checked(this.task.handle().toolName(), answer, this.options, this.deadline));
    }
}
