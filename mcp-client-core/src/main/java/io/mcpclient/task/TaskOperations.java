package io.mcpclient.task;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.SafeText;
import io.mcpclient.operation.OperationCalls;
import io.mcpclient.operation.Pages;
import io.mcpclient.operation.ToolOperations;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.CreateTaskResult;
import io.mcpclient.schema.ListTasksResult;
import io.mcpclient.schema.McpMetaKeys;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.ServerCapabilities;
import io.mcpclient.schema.Task;
import io.mcpclient.schema.TaskMetadata;
import io.mcpclient.schema.TaskSupport;

/**
 * Calling tools as tasks, and listing tasks. Only where the server has declared it. Thread-safe.
 *
 * @see "MCP 2025-11-25, basic/utilities/tasks (TSKL-02 to TSKL-11), server/tools (TOOL-25)"
 */
public final class TaskOperations {

    private final TaskRequests requests;

    private final Pages<ListTasksResult, Task> pages;

    /**
     * Creates the operations of one client.
     * @param calls chain and defaults of the client
     * @param tools knows tools and checks their results
     * @param server what the server offers; connects if need be
     * @param maxPages pages of one list
     */
    public TaskOperations(OperationCalls calls, ToolOperations tools, Mono<ServerCapabilities> server, int maxPages) {
        this.requests = new TaskRequests(calls, tools, server);
        this.pages = new Pages<>(
                calls,
                McpMethods.TASKS_LIST,
                ListTasksResult.class,
                ListTasksResult::tasks,
                ListTasksResult::nextCursor,
                maxPages);
    }

    /**
     * Calls a tool, as a task if the tool demands it and the server offers it, or if the parameters say so. Whoever gives
     * up waiting then cancels the task.
     * @param params name and arguments
     * @param options wishes of the caller; those for time count for the whole task, as in {@link McpTask#await}
     * @return the result as sent
     */
    public Mono<CallToolResult> callTool(CallToolParams params, McpCallOptions options) {
        TaskMetadata wished = params.task();
        if (wished != null) {
            return create(params, options).flatMap(task -> untilTheEnd(task, options));
        }
        if (!this.requests.tools().requiresTask(params.name())) {
            return this.requests.tools().call(params, options);
        }
        return this.requests
                .server()
                .flatMap(offered -> offered.hasTaskToolCalls()
                        ? create(params.withTask(TaskMetadata.any()), options)
                                .flatMap(task -> untilTheEnd(task, options))
                        : this.requests.tools().call(params, options));
    }

    private static Mono<CallToolResult> untilTheEnd(LegacyTask task, McpCallOptions options) {
        return task.await(options).doOnError(error -> task.abandon(options)).doOnCancel(() -> task.abandon(options));
    }

    /**
     * Calls a tool as a task.
     * @param params name and arguments
     * @param ttl how long the server is to keep the task, or {@code null} to leave it to the server
     * @param options wishes of the caller for the request that begins the task
     * @return the task, which the server has accepted
     */
    public Mono<ReactiveMcpTask> callToolAsTask(CallToolParams params, @Nullable Duration ttl, McpCallOptions options) {
        return Mono.defer(() -> create(
                        params.withTask((ttl != null) ? TaskMetadata.ofMillis(ttl.toMillis()) : TaskMetadata.any()),
                        options))
                .cast(ReactiveMcpTask.class);
    }

    private Mono<LegacyTask> create(CallToolParams params, McpCallOptions options) {
        return this.requests.server().flatMap(offered -> {
            if (!offered.hasTaskToolCalls()) {
                return Mono.error(this.requests.unsupported(
                        McpMethods.TOOLS_CALL, "the server does not offer to call tools as tasks"));
            }
            if (isForbidden(params.name())) {
                return Mono.error(this.requests.unsupported(
                        McpMethods.TOOLS_CALL,
                        "tool \"" + SafeText.excerpt(params.name()) + "\" can not be called as a task"));
            }
            Mono<CreateTaskResult> call =
                    this.requests.calls().call(McpMethods.TOOLS_CALL, params, CreateTaskResult.class, options);
            return this.requests.tools().whenUsable(params.name(), call).map(created -> task(params.name(), created));
        });
    }

    /** A tool that says nothing about tasks knows none; one that was never listed may be tried (TSKL-04). */
    private boolean isForbidden(String tool) {
        return this.requests
                .tools()
                .lastListed(tool)
                .map(listed -> listed.taskSupport().equals(TaskSupport.FORBIDDEN))
                .orElse(false);
    }

    private LegacyTask task(String tool, CreateTaskResult created) {
        Object immediate = (created.meta() != null) ? created.meta().get(McpMetaKeys.MODEL_IMMEDIATE_RESPONSE) : null;
        return task(tool, created.task(), (immediate instanceof String text) ? text : null);
    }

    private LegacyTask task(@Nullable String tool, Task task, @Nullable String immediate) {
        McpTaskState state = McpTaskState.of(task);
        McpTaskHandle handle = new McpTaskHandle(
                this.requests.calls().serverName(), task.taskId(), tool, task.createdAt(), state.ttl());
        return new LegacyTask(this.requests, handle, state, immediate);
    }

    /**
     * Lists all tasks that the server lets us see, page by page, under one deadline.
     * @param options wishes of the caller
     * @return the tasks in the order of the server
     */
    public Mono<List<ReactiveMcpTask>> list(McpCallOptions options) {
        return this.requests
                .server()
                .flatMap(offered -> offered.hasTaskList()
                        ? this.pages.all(options).map(tasks -> tasks.stream()
                                .<ReactiveMcpTask>map(task -> task(null, task, null))
                                .toList())
                        : Mono.error(this.requests.unsupported(
                                McpMethods.TASKS_LIST, "the server does not offer to list tasks")));
    }

    /**
     * Picks a task up again. Sends nothing.
     * @param handle handle of a task of this server
     * @return the task
     * @throws IllegalArgumentException if the handle is of another server
     */
    public ReactiveMcpTask resume(McpTaskHandle handle) {
        if (!handle.serverName().equals(this.requests.calls().serverName())) {
            throw new IllegalArgumentException("the task runs at MCP server \"" + handle.serverName() + "\", not at \""
                    + this.requests.calls().serverName() + "\"");
        }
        return new LegacyTask(this.requests, handle, McpTaskState.UNKNOWN, null);
    }
}
