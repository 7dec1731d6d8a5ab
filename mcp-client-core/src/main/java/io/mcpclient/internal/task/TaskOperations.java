package io.mcpclient.internal.task;

import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.call.Deadline;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.internal.operation.ListLimits;
import io.mcpclient.internal.operation.ListReports;
import io.mcpclient.internal.operation.OperationCalls;
import io.mcpclient.internal.operation.ToolOperations;
import io.mcpclient.internal.support.SafeText;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.McpErrorCodes;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.task.McpTask;
import io.mcpclient.task.McpTaskHandle;
import io.mcpclient.task.ReactiveMcpTask;

/**
 * Tool calls, some of which become tasks. What depends on the protocol era of the server is a {@link TaskProtocol}.
 *
 * <p>Each request about a task passes all stages again, as a call of its own: it has its own deadline within that of the wait, is
 * retried and counted by the circuit breaker by itself, and may reach the server in a later session than the call that created the
 * task. Observation and audit report one tool call, see {@link io.mcpclient.call.CallHandler#asOne}. Thread-safe.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks">MCP: Tasks</a>
 * @see "MCP extension io.modelcontextprotocol/tasks"
 */
public final class TaskOperations {

    private final TaskRequests requests;

    /**
     * Creates the operations of one client.
     * @param calls chain and defaults of the client
     * @param tools knows tools and checks their results
     * @param server task support of the server; connects if necessary
     * @param codec reads results of tasks
     * @param inputs responds to input requests of the extension's tasks
     * @param limits limits on lists
     * @param reports receives the outcome of lists
     */
    public TaskOperations(
            OperationCalls calls,
            ToolOperations tools,
            Mono<TaskServer> server,
            JsonCodec codec,
            TaskInputs inputs,
            ListLimits limits,
            ListReports reports) {
        this.requests = new TaskRequests(calls, tools, server, codec, inputs, limits, reports);
    }

    private Mono<TaskProtocol> protocol() {
        return this.requests.server().map(server -> server.protocol(this.requests));
    }

    /**
     * Calls a tool, as a task if required: if the tool demands it and the server supports it, if the parameters request it,
     * or if a server with the extension creates one. Cancelling the wait then cancels the task.
     * @param params name and arguments
     * @param options options of the caller; timeouts apply to the whole task, as in {@link McpTask#await}
     * @return the result as sent
     */
    public Mono<CallToolResult> callTool(CallToolParams params, McpCallOptions options) {
        return this.requests.calls().asOne(McpMethods.TOOLS_CALL, params, call(params, options));
    }

    private Mono<CallToolResult> call(CallToolParams params, McpCallOptions options) {
        if (params.task() != null) {
            return asTask(params, options);
        }
        return Mono.defer(() -> call(params, options, this.requests.tools().requiresTask(params.name()), true));
    }

    private Mono<CallToolResult> call(
            CallToolParams params, McpCallOptions options, boolean asTask, boolean mayChange) {
        BiFunction<Throwable, Deadline, Mono<CallToolResult>> onError =
                (error, deadline) -> (mayChange && isUnknownMethod(error))
                        ? afterRefusal(params, options, asTask, deadline, error)
                        : Mono.error(error);
        if (asTask) {
            Deadline deadline = this.requests.calls().deadline(options);
            return asTask(params, options).onErrorResume(error -> onError.apply(error, deadline));
        }
        return this.requests
                .tools()
                .call(
                        params,
                        options,
                        answer -> protocol().flatMap(protocol -> protocol.finish(params.name(), answer, options)),
                        onError);
    }

    private Mono<CallToolResult> asTask(CallToolParams params, McpCallOptions options) {
        return protocol().flatMap(protocol -> protocol.call(params, options));
    }

    /** Of the call itself: the requests about a task, which has begun by then, name another method. */
    private static boolean isUnknownMethod(Throwable error) {
        return error instanceof McpRequestException refusal
                && refusal.code() == McpErrorCodes.METHOD_NOT_FOUND
                && McpMethods.TOOLS_CALL.equals(refusal.operation());
    }

    /**
     * In the revisions whose tools declare whether they run as tasks, the error says that the tool was called in the other way: it
     * did not run. The definition may be unknown or outdated, so it is looked up, and the call repeated if that changes its kind
     * (TSKL-04).
     */
    private Mono<CallToolResult> afterRefusal(
            CallToolParams params, McpCallOptions options, boolean asTask, Deadline deadline, Throwable refusal) {
        ToolOperations tools = this.requests.tools();
        return this.requests.server().flatMap(server -> {
            if (!server.protocol(this.requests).followsTaskSupport()) {
                return Mono.error(refusal);
            }
            return tools.lookUp(params.name(), options, deadline)
                    .then(Mono.defer(() -> (tools.requiresTask(params.name()) != asTask)
                            ? call(params, options, !asTask, false)
                            : Mono.error(refusal)));
        });
    }

    /**
     * Calls a tool as a task. A server with the extension decides itself: an immediate result appears as a task that has
     * ended.
     * @param params name and arguments
     * @param ttl requested retention of the task, or {@code null} to leave it to the server; no effect with the extension
     * @param options options for the request that creates the task
     * @return the accepted task
     */
    public Mono<ReactiveMcpTask> callToolAsTask(CallToolParams params, @Nullable Duration ttl, McpCallOptions options) {
        return protocol().flatMap(protocol -> protocol.create(params, ttl, options));
    }

    /**
     * Lists all tasks that the server exposes to this client, page by page, under one deadline.
     * @param options options of the caller
     * @return the tasks in the order of the server; the extension has no lists
     */
    public Mono<List<ReactiveMcpTask>> list(McpCallOptions options) {
        return protocol().flatMap(protocol -> protocol.list(options));
    }

    /**
     * Resumes a task. Sends no request.
     * @param handle handle of a task of this server
     * @return the task
     * @throws McpRejectedException if the handle belongs to another server or has no id
     */
    public ReactiveMcpTask resume(McpTaskHandle handle) {
        String serverName = this.requests.calls().serverName();
        if (!serverName.equals(handle.serverName())) {
            throw unusable(
                    "the task runs at MCP server \"" + SafeText.excerpt(handle.serverName()) + "\"",
                    "Use the client of that server.");
        }
        if (handle.taskId().isBlank()) {
            throw unusable(
                    "the handle has no id: its call completed immediately, without a task",
                    "Take the result from the task that the call returned.");
        }
        return new ResumedTask(this.requests, handle);
    }

    private McpRejectedException unusable(String problem, String remedy) {
        return new McpRejectedException(
                McpErrorDetails.of(this.requests.calls().serverName(), "task", McpOutcome.NOT_SENT, problem)
                        .withRemedy(remedy),
                McpRejectedException.Reason.INVALID_ARGUMENT);
    }
}
