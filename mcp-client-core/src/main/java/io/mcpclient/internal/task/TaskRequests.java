package io.mcpclient.internal.task;

import java.time.Duration;
import java.util.Map;

import reactor.core.publisher.Mono;

import io.mcpclient.call.Deadline;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.internal.operation.OperationCalls;
import io.mcpclient.internal.operation.ToolOperations;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.CancelTaskParams;
import io.mcpclient.schema.DetailedTask;
import io.mcpclient.schema.EmptyResult;
import io.mcpclient.schema.GetTaskParams;
import io.mcpclient.schema.GetTaskPayloadParams;
import io.mcpclient.schema.InputResponse;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.Task;
import io.mcpclient.schema.UpdateTaskParams;
import io.mcpclient.task.McpTaskHandle;
import io.mcpclient.task.McpTaskState;

/**
 * Requests about one task. They carry the caller's headers and declare its input capabilities, but none of the caller's
 * other options: in particular no progress, which tasks of the extension do not support (PRG-09, TSKX-17).
 *
 * @param calls chain and defaults of the client
 * @param tools checks results
 * @param server task support of the server; connects if necessary
 */
record TaskRequests(OperationCalls calls, ToolOperations tools, Mono<TaskServer> server) {

    Mono<McpTaskState> get(String taskId, McpCallOptions options, Deadline deadline) {
        return ask(McpMethods.TASKS_GET, taskId, GetTaskParams.of(taskId), Task.class, options, deadline)
                .map(TaskStates::of);
    }

    Mono<CallToolResult> result(String taskId, McpCallOptions options, Deadline deadline) {
        return ask(
                McpMethods.TASKS_RESULT,
                taskId,
                GetTaskPayloadParams.of(taskId),
                CallToolResult.class,
                options,
                deadline);
    }

    /** Never with a cancellation notification, which is for requests without a task (CAN-05). */
    Mono<McpTaskState> cancel(String taskId, McpCallOptions options) {
        return this.server.flatMap(offered -> offered.capabilities().hasTaskCancel()
                ? ask(
                                McpMethods.TASKS_CANCEL,
                                taskId,
                                CancelTaskParams.of(taskId),
                                Task.class,
                                options,
                                this.calls.deadline(options))
                        .map(TaskStates::of)
                : Mono.error(unsupported(McpMethods.TASKS_CANCEL, "the server does not support cancelling tasks")));
    }

    /** Requests the state and the outcome of a task of the extension. */
    Mono<DetailedTask> detail(String taskId, McpCallOptions options, Deadline deadline) {
        return ask(McpMethods.TASKS_GET, taskId, GetTaskParams.of(taskId), DetailedTask.class, options, deadline);
    }

    /** Sends input responses to a task of the extension. */
    Mono<Void> update(String taskId, Map<String, InputResponse> responses, McpCallOptions options, Deadline deadline) {
        return ask(
                        McpMethods.TASKS_UPDATE,
                        taskId,
                        UpdateTaskParams.of(taskId, responses),
                        EmptyResult.class,
                        options,
                        deadline)
                .then();
    }

    /** Requests the cancellation of a task of the extension, never with a cancellation notification (CAN-06). */
    Mono<Void> askToCancel(String taskId, McpCallOptions options) {
        return ask(
                        McpMethods.TASKS_CANCEL,
                        taskId,
                        CancelTaskParams.of(taskId),
                        EmptyResult.class,
                        options,
                        this.calls.deadline(options))
                .then();
    }

    private <T> Mono<T> ask(
            String method,
            String taskId,
            Object params,
            Class<T> resultType,
            McpCallOptions options,
            Deadline deadline) {
        return this.calls
                .call(method, params, resultType, headersOf(options), deadline)
                .onErrorMap(McpRequestException.class, error -> withoutId(taskId, error));
    }

    /** Removes the id, which is as sensitive as a password, from the server's message, which may be logged. */
    private static McpRequestException withoutId(String taskId, McpRequestException error) {
        return error.problem().contains(taskId)
                ? new McpRequestException(
                        McpErrorDetails.of(
                                        error.serverName(),
                                        error.operation(),
                                        error.outcome(),
                                        error.problem().replace(taskId, "…"))
                                .withRemedy(error.remedy()),
                        error.code(),
                        error.serverMessage(),
                        error.data())
                : error;
    }

    /** Validates the result of a task against the output schema of its tool, if both are known. */
    Mono<CallToolResult> checked(McpTaskHandle handle, CallToolResult result) {
        String tool = handle.toolName();
        return (tool != null) ? this.tools.checked(tool, result) : Mono.just(result);
    }

    /** Waits for a task that only this caller knows; abandoning the wait cancels the task. */
    static Mono<CallToolResult> untilTheEnd(RunningTask task, Mono<CallToolResult> end, McpCallOptions options) {
        return end.doOnError(error -> task.abandon(options)).doOnCancel(() -> task.abandon(options));
    }

    /** Returns the deadline of one poll, never later than that of the whole wait. */
    Deadline deadlineWithin(Deadline whole, McpCallOptions options) {
        Deadline single = this.calls.deadline(options);
        return (single.remainingNanos() < whole.remainingNanos()) ? single : whole;
    }

    McpRejectedException unsupported(String operation, String problem) {
        return new McpRejectedException(
                McpErrorDetails.of(this.calls.serverName(), operation, McpOutcome.NOT_SENT, problem),
                McpRejectedException.Reason.UNSUPPORTED);
    }

    /** Returns the deadline for the end of a task. */
    Deadline waiting(McpCallOptions options) {
        Duration longest = options.maxTimeout();
        Duration timeout = options.timeout();
        Duration limit = (longest != null) ? longest : timeout;
        return Deadline.after(this.calls.time(), (limit != null) ? limit : this.calls.requestTimeoutMax());
    }

    private static McpCallOptions headersOf(McpCallOptions options) {
        McpCallOptions bare = McpCallOptions.defaults();
        for (Map.Entry<String, String> header : options.headers().entrySet()) {
            bare = bare.withHeader(header.getKey(), header.getValue());
        }
        return options.isManualInput() ? bare.withManualInput() : bare;
    }
}
