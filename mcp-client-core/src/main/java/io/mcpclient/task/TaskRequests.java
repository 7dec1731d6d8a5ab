package io.mcpclient.task;

import java.time.Duration;
import java.util.Map;

import reactor.core.publisher.Mono;

import io.mcpclient.call.Deadline;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.operation.OperationCalls;
import io.mcpclient.operation.ToolOperations;
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

/**
 * The requests about one task. They bear the headers that the caller wishes for, offer what he can answer, and have nothing
 * else of what he wants to say with the call itself: no progress either, which tasks of the extension do not have (PRG-09, TSKX-17).
 *
 * @param calls chain and defaults of the client
 * @param tools checks results
 * @param server what the server offers; connects if need be
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

    /** Never by a mere notification, which is for requests without a task (CAN-05). */
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
                : Mono.error(unsupported(McpMethods.TASKS_CANCEL, "the server does not offer to cancel tasks")));
    }

    /** Asks for the state and the outcome of a task of the extension. */
    Mono<DetailedTask> detail(String taskId, McpCallOptions options, Deadline deadline) {
        return ask(McpMethods.TASKS_GET, taskId, GetTaskParams.of(taskId), DetailedTask.class, options, deadline);
    }

    /** Gives a task of the extension what it needs. */
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

    /** Asks to cancel a task of the extension, again never by a mere notification (CAN-06). */
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

    /** The server may name the id, which is as good as a password, in what will be read in logs. */
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

    /** Holds the result of a task against the output schema of its tool, as far as both are known. */
    Mono<CallToolResult> checked(McpTaskHandle handle, CallToolResult result) {
        String tool = handle.toolName();
        return (tool != null) ? this.tools.checked(tool, result) : Mono.just(result);
    }

    /** Waits for a task that nobody else knows: whoever gives up cancels it. */
    static Mono<CallToolResult> untilTheEnd(RunningTask task, Mono<CallToolResult> end, McpCallOptions options) {
        return end.doOnError(error -> task.abandon(options)).doOnCancel(() -> task.abandon(options));
    }

    /** The clock of one question, which is never later than that of the waiting that it is part of. */
    Deadline deadlineWithin(Deadline whole, McpCallOptions options) {
        Deadline single = this.calls.deadline(options);
        return (single.remainingNanos() < whole.remainingNanos()) ? single : whole;
    }

    McpRejectedException unsupported(String operation, String problem) {
        return new McpRejectedException(
                McpErrorDetails.of(this.calls.serverName(), operation, McpOutcome.NOT_SENT, problem),
                McpRejectedException.Reason.UNSUPPORTED);
    }

    /** How long is waited for the end of a task. */
    Deadline waiting(McpCallOptions options) {
        Duration longest = options.maxTimeout();
        Duration timeout = options.timeout();
        Duration wished = (longest != null) ? longest : timeout;
        return Deadline.after(this.calls.time(), (wished != null) ? wished : this.calls.requestTimeoutMax());
    }

    private static McpCallOptions headersOf(McpCallOptions options) {
        McpCallOptions bare = McpCallOptions.defaults();
        for (Map.Entry<String, String> header : options.headers().entrySet()) {
            bare = bare.withHeader(header.getKey(), header.getValue());
        }
        return options.isManualInput() ? bare.withManualInput() : bare;
    }
}
