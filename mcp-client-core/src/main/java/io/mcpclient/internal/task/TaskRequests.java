package io.mcpclient.internal.task;

import java.time.Duration;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.call.CallProgress;
import io.mcpclient.call.Deadline;
import io.mcpclient.call.McpCall;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.internal.operation.OperationCalls;
import io.mcpclient.schema.CallToolResult;

/**
 * Requests about one task. They carry the caller's headers and declare its input capabilities, but none of the caller's
 * other options: in particular no progress, which tasks of the extension do not support (PRG-09, TSKX-17).
 *
 * @param parts what they need besides the stages
 * @param calls sends them
 */
public record TaskRequests(TaskParts parts, OperationCalls calls) {

    /**
     * Sends a request about a task.
     * @param method its method
     * @param taskId id of the task, which is removed from errors
     * @param params its parameters
     * @param resultType type of its result
     * @param options options of the caller
     * @param deadline deadline of the request
     * @param <T> type of its result
     * @return the result
     */
    public <T> Mono<T> send(
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

    /**
     * Validates the result of a task against the output schema of its tool, if the tool is known.
     * @param tool name of the tool, or {@code null} if it is not known
     * @param result result of the task
     * @param options options of the caller
     * @param deadline deadline of the wait
     * @return the result, or an error
     */
    public Mono<CallToolResult> checked(
            @Nullable String tool, CallToolResult result, McpCallOptions options, Deadline deadline) {
        return (tool != null)
                ? this.parts.output().checked(tool, result, options, deadline, this.calls.chain())
                : Mono.just(result);
    }

    /**
     * Waits for a task that only this caller knows; abandoning the wait cancels the task.
     * @param task the task
     * @param end waits for its end
     * @param options options of the caller
     * @return the result of the task; errors are those of the tool call
     */
    public static Mono<CallToolResult> untilTheEnd(RunningTask task, Mono<CallToolResult> end, McpCallOptions options) {
        return end.doOnError(error -> task.abandon(options))
                .doOnCancel(() -> task.abandon(options))
                .onErrorMap(McpException.class, error -> TaskFailures.ofCall(error, task.lastKnown()));
    }

    /**
     * Returns the deadline of one poll, never later than that of the whole wait.
     * @param whole deadline of the whole wait
     * @param options options of the caller
     * @return the earlier one
     */
    public Deadline deadlineWithin(Deadline whole, McpCallOptions options) {
        Deadline single = this.calls.deadline(options);
        return (single.remainingNanos() < whole.remainingNanos()) ? single : whole;
    }

    /**
     * Returns the error of an operation that the server does not support.
     * @param operation method of the operation
     * @param problem what is not supported
     * @return the error
     */
    public McpRejectedException unsupported(String operation, String problem) {
        return new McpRejectedException(
                McpErrorDetails.of(this.calls.serverName(), operation, McpOutcome.NOT_SENT, problem),
                McpRejectedException.Reason.UNSUPPORTED);
    }

    /**
     * Returns the deadline for the end of a task.
     * @param options options of the caller
     * @return the deadline, which begins now
     */
    public Deadline waiting(McpCallOptions options) {
        Duration longest = options.maxTimeout();
        Duration timeout = options.timeout();
        Duration limit = (longest != null) ? longest : timeout;
        return Deadline.after(
                this.calls.time(),
                (limit != null) ? limit : this.calls.defaults().requestTimeoutMax());
    }

    /** Returns the same call with a deadline of its own. */
    McpCall again(McpCall call) {
        return new McpCall(
                call.serverName(),
                call.method(),
                call.params(),
                call.resultType(),
                call.options(),
                this.calls.deadline(call.options()),
                new CallProgress());
    }

    private static McpCallOptions headersOf(McpCallOptions options) {
        McpCallOptions bare = McpCallOptions.defaults();
        for (Map.Entry<String, String> header : options.headers().entrySet()) {
            bare = bare.withHeader(header.getKey(), header.getValue());
        }
        return options.isManualInput() ? bare.withManualInput() : bare;
    }
}
