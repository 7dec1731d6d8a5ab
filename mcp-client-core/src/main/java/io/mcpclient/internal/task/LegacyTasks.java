package io.mcpclient.internal.task;

import java.util.List;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.internal.operation.ListLimits;
import io.mcpclient.internal.operation.Pages;
import io.mcpclient.internal.support.SafeText;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.CreateTaskResult;
import io.mcpclient.schema.ListTasksResult;
import io.mcpclient.schema.McpMetaKeys;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.Task;
import io.mcpclient.schema.TaskMetadata;
import io.mcpclient.schema.TaskSupport;
import io.mcpclient.task.McpTaskHandle;
import io.mcpclient.task.McpTaskState;
import io.mcpclient.task.ReactiveMcpTask;

/**
 * Tool calls as tasks of 2025-11-25, which the client requests, only if the server has declared the capability.
 * Thread-safe.
 *
 * @see "MCP 2025-11-25, basic/utilities/tasks (TSKL-02 to TSKL-11), server/tools (TOOL-25)"
 */
final class LegacyTasks {

    private final TaskRequests requests;

    private final Pages<ListTasksResult, Task> pages;

    LegacyTasks(TaskRequests requests, ListLimits limits) {
        this.requests = requests;
        this.pages = new Pages<>(
                requests.calls(),
                McpMethods.TASKS_LIST,
                ListTasksResult.class,
                ListTasksResult::tasks,
                ListTasksResult::nextCursor,
                limits);
    }

    /** Calls a tool that must run as a task, or for which the caller requests one. */
    Mono<CallToolResult> call(TaskServer server, CallToolParams params, McpCallOptions options) {
        TaskMetadata requested = params.task();
        if (requested != null) {
            return create(server, params, options).flatMap(task -> untilTheEnd(task, options));
        }
        return server.capabilities().hasTaskToolCalls()
                ? create(server, params.withTask(TaskMetadata.any()), options)
                        .flatMap(task -> untilTheEnd(task, options))
                : this.requests.tools().call(params, options);
    }

    private static Mono<CallToolResult> untilTheEnd(LegacyTask task, McpCallOptions options) {
        return TaskRequests.untilTheEnd(task, task.await(options), options);
    }

    Mono<LegacyTask> create(TaskServer server, CallToolParams params, McpCallOptions options) {
        if (!server.capabilities().hasTaskToolCalls()) {
            return Mono.error(this.requests.unsupported(
                    McpMethods.TOOLS_CALL, "the server does not support calling tools as tasks"));
        }
        if (isForbidden(params.name())) {
            return Mono.error(this.requests.unsupported(
                    McpMethods.TOOLS_CALL,
                    "tool \"" + SafeText.excerpt(params.name()) + "\" cannot be called as a task"));
        }
        Mono<CreateTaskResult> call =
                this.requests.calls().call(McpMethods.TOOLS_CALL, params, CreateTaskResult.class, options);
        return this.requests.tools().whenUsable(params.name(), call).map(created -> task(params.name(), created));
    }

    /** A tool without task support in its definition forbids tasks; a tool that was never listed may be tried (TSKL-04). */
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
        McpTaskState state = TaskStates.of(task);
        McpTaskHandle handle = new McpTaskHandle(
                this.requests.calls().serverName(), task.taskId(), tool, task.createdAt(), state.ttl());
        return new LegacyTask(this.requests, handle, state, immediate);
    }

    LegacyTask resume(McpTaskHandle handle) {
        return new LegacyTask(this.requests, handle, TaskStates.UNKNOWN, null);
    }

    Mono<List<ReactiveMcpTask>> list(TaskServer server, McpCallOptions options) {
        return server.capabilities().hasTaskList()
                ? this.pages.all(options).map(tasks -> tasks.stream()
                        .<ReactiveMcpTask>map(task -> task(null, task, null))
                        .toList())
                : Mono.error(
                        this.requests.unsupported(McpMethods.TASKS_LIST, "the server does not support listing tasks"));
    }
}
