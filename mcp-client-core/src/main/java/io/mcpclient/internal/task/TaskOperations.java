package io.mcpclient.internal.task;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.internal.operation.ListLimits;
import io.mcpclient.internal.operation.OperationCalls;
import io.mcpclient.internal.operation.ToolOperations;
import io.mcpclient.internal.support.SafeText;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.TaskMetadata;
import io.mcpclient.task.McpTask;
import io.mcpclient.task.McpTaskHandle;
import io.mcpclient.task.ReactiveMcpTask;

/**
 * Tool calls, some of which become tasks. The handling of tasks depends on the server:
 *
 * <pre>
 *  core of 2025-11-25     the client requests a task      {@link LegacyTasks}
 *  extension              the server creates a task       {@link ModernTasks}
 * </pre>
 *
 * Thread-safe.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks">MCP: Tasks</a>
 * @see "MCP extension io.modelcontextprotocol/tasks"
 */
public final class TaskOperations {

    private final TaskRequests requests;

    private final LegacyTasks legacy;

    private final ModernTasks modern;

    /**
     * Creates the operations of one client.
     * @param calls chain and defaults of the client
     * @param tools knows tools and checks their results
     * @param server task support of the server; connects if necessary
     * @param codec reads results of tasks
     * @param inputs responds to input requests of the extension's tasks
     * @param limits limits on lists
     */
    public TaskOperations(
            OperationCalls calls,
            ToolOperations tools,
            Mono<TaskServer> server,
            JsonCodec codec,
            TaskInputs inputs,
            ListLimits limits) {
        this.requests = new TaskRequests(calls, tools, server);
        this.legacy = new LegacyTasks(this.requests, limits);
        this.modern = new ModernTasks(this.requests, codec, inputs);
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
        if (params.task() == null && !this.requests.tools().requiresTask(params.name())) {
            return this.requests
                    .tools()
                    .call(params, options)
                    .flatMap(answer ->
                            ModernTasks.isTask(answer) ? finish(params.name(), answer, options) : Mono.just(answer));
        }
        return this.requests
                .server()
                .flatMap(server -> server.extension()
                        ? this.modern.call(params, options)
                        : this.legacy.call(server, params, options));
    }

    /** In the handshake revisions, the result type of a task has no meaning. */
    private Mono<CallToolResult> finish(String tool, CallToolResult answer, McpCallOptions options) {
        return this.requests
                .server()
                .flatMap(server -> server.extension() ? this.modern.finish(tool, answer, options) : Mono.just(answer));
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
        return this.requests.server().flatMap(server -> {
            if (server.extension()) {
                return this.modern.begin(params, options);
            }
            TaskMetadata requested = (ttl != null) ? TaskMetadata.ofMillis(ttl.toMillis()) : TaskMetadata.any();
            return this.legacy
                    .create(server, params.withTask(requested), options)
                    .cast(ReactiveMcpTask.class);
        });
    }

    /**
     * Lists all tasks that the server exposes to this client, page by page, under one deadline.
     * @param options options of the caller
     * @return the tasks in the order of the server; the extension has no lists
     */
    public Mono<List<ReactiveMcpTask>> list(McpCallOptions options) {
        return this.requests
                .server()
                .flatMap(server -> server.extension()
                        ? Mono.error(this.requests.unsupported(
                                McpMethods.TASKS_LIST, "servers of this protocol revision do not list tasks"))
                        : this.legacy.list(server, options));
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
        return new ResumedTask(this.requests, handle, (server, operation) -> {
            if (!server.extension()) {
                return Mono.just(this.legacy.resume(handle));
            }
            return server.hasExtension()
                    ? Mono.just(this.modern.resume(handle))
                    : Mono.error(this.requests.unsupported(operation, missing(server)));
        });
    }

    private McpRejectedException unusable(String problem, String remedy) {
        return new McpRejectedException(
                McpErrorDetails.of(this.requests.calls().serverName(), "task", McpOutcome.NOT_SENT, problem)
                        .withRemedy(remedy),
                McpRejectedException.Reason.INVALID_ARGUMENT);
    }

    /** An extension that one side lacks is not used by the other (VER-26). */
    private static String missing(TaskServer server) {
        return server.enabled()
                ? "the server has not declared the extension for tasks"
                : "tasks are disabled for this server";
    }
}
