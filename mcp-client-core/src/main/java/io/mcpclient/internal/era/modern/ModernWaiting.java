package io.mcpclient.internal.era.modern;

import java.util.Map;

import reactor.core.publisher.Mono;

import io.mcpclient.call.Deadline;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.internal.task.TaskPolling;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.InputRequest;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.support.schema.DetailedTask;
import io.mcpclient.task.McpTaskState;

/**
 * Wait for the end of a task of the extension.
 *
 * <pre>
 *  tasks/get ──► working          pause, again
 *            ──► input_required   new input requests to the handlers, tasks/update; pause, again
 *            ──► terminal         the outcome, which is included
 * </pre>
 *
 * @see "MCP extension io.modelcontextprotocol/tasks (TSKX-05, TSKX-06, TSKX-08, TSKX-12)"
 */
final class ModernWaiting {

    private final ModernTask task;

    private final ModernTasks tasks;

    private final McpCallOptions options;

    private final boolean answers;

    private final Deadline deadline;

    private final TaskPolling polling;

    ModernWaiting(ModernTask task, ModernTasks tasks, McpCallOptions options, boolean answers) {
        this.task = task;
        this.tasks = tasks;
        this.options = options;
        this.answers = answers;
        this.deadline = tasks.requests().waiting(options);
        this.polling = new TaskPolling(tasks.requests().calls().serverName(), this.deadline);
    }

    Mono<CallToolResult> outcome() {
        DetailedTask ended = this.task.ended();
        return (ended != null)
                ? this.tasks.outcome(this.task.handle(), ended, this.options, this.deadline)
                : this.polling.repeat(this.task.rest(), this::step);
    }

    /** Empty as long as there is no outcome. */
    private Mono<CallToolResult> step() {
        return this.polling.survived(this.task.detail(this.options, single())).flatMap(this::onState);
    }

    private Deadline single() {
        return this.tasks.requests().deadlineWithin(this.deadline, this.options);
    }

    private Mono<CallToolResult> onState(DetailedTask detail) {
        McpTaskState state = ModernTask.stateOf(detail);
        this.polling.onState(state.pollInterval());
        if (state.isTerminal()) {
            return this.tasks.outcome(this.task.handle(), detail, this.options, this.deadline);
        }
        if (this.task.isLost()) {
            return Mono.error(lost());
        }
        return (this.answers && !state.inputRequests().isEmpty()) ? answer(state.inputRequests()) : Mono.empty();
    }

    /** Available responses are sent even if another input request fails, which ends the wait. */
    private Mono<CallToolResult> answer(Map<String, InputRequest> outstanding) {
        Mono<Void> sent =
                Mono.defer(() -> this.polling.survived(this.task.sendAnswers(outstanding, this.options, single())));
        return this.polling
                .within(this.task.answer(outstanding))
                .flatMap(failure -> sent.then(Mono.<CallToolResult>error(failure)))
                .switchIfEmpty(sent.then(Mono.empty()));
    }

    private McpProtocolException lost() {
        return new McpProtocolException(
                McpErrorDetails.of(
                                this.task.handle().serverName(),
                                McpMethods.TASKS_GET,
                                McpOutcome.UNKNOWN,
                                "the task is considered lost: it has not changed for as long as the server keeps a task")
                        .withRemedy("Call the tool again if the result is still needed."),
                McpProtocolException.Reason.NO_ANSWER);
    }
}
