package io.mcpclient.task;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.SafeText;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.operation.ListLimits;
import io.mcpclient.operation.OperationCalls;
import io.mcpclient.operation.ToolOperations;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.TaskMetadata;

/**
 * Calling tools, some of which become tasks. Which ones, and how a task is gone about, depends on the server:
 *
 * <pre>
 *  core of 2025-11-25     the client asks for a task      {@link LegacyTasks}
 *  extension              the server makes it a task      {@link ModernTasks}
 * </pre>
 *
 * Thread-safe.
 *
 * @see "MCP 2025-11-25, basic/utilities/tasks (TSKL-02 to TSKL-11); MCP extension io.modelcontextprotocol/tasks (TSKX-02,
 *     TSKX-18)"
 */
public final class TaskOperations {

    private final TaskRequests requests;

    private final LegacyTasks legacy;

    private final ModernTasks modern;

    /**
     * Creates the operations of one client.
     * @param calls chain and defaults of the client
     * @param tools knows tools and checks their results
     * @param server what tasks at the server are like; connects if need be
     * @param codec reads what tasks yield
     * @param inputs answers what tasks of the extension need
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
     * Calls a tool, as a task if that is due: if the tool demands it and the server offers it, if the parameters say so, or
     * if a server with the extension makes it one. Whoever gives up waiting then cancels the task.
     * @param params name and arguments
     * @param options wishes of the caller; those for time count for the whole task, as in {@link McpTask#await}
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

    /** In the handshake revisions, the word that tells a task means nothing. */
    private Mono<CallToolResult> finish(String tool, CallToolResult answer, McpCallOptions options) {
        return this.requests
                .server()
                .flatMap(server -> server.extension() ? this.modern.finish(tool, answer, options) : Mono.just(answer));
    }

    /**
     * Calls a tool as a task. A server with the extension decides itself: what it answers at once is a task that has ended.
     * @param params name and arguments
     * @param ttl how long the server is to keep the task, or {@code null} to leave it to the server; of no effect with the
     *     extension
     * @param options wishes of the caller for the request that begins the task
     * @return the task, which the server has accepted
     */
    public Mono<ReactiveMcpTask> callToolAsTask(CallToolParams params, @Nullable Duration ttl, McpCallOptions options) {
        return this.requests.server().flatMap(server -> {
            if (server.extension()) {
                return this.modern.begin(params, options);
            }
            TaskMetadata wish = (ttl != null) ? TaskMetadata.ofMillis(ttl.toMillis()) : TaskMetadata.any();
            return this.legacy.create(server, params.withTask(wish), options).cast(ReactiveMcpTask.class);
        });
    }

    /**
     * Lists all tasks that the server lets us see, page by page, under one deadline.
     * @param options wishes of the caller
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
     * Picks a task up again. Sends nothing.
     * @param handle handle of a task of this server
     * @return the task
     * @throws McpRejectedException if the handle is of another server, or has no id
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
                    "the handle has no id: the call that it is of was answered at once",
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

    /** What one side lacks is not used by the other (VER-26). */
    private static String missing(TaskServer server) {
        return server.enabled()
                ? "the server has not declared the extension for tasks"
                : "tasks are switched off for this server";
    }
}
