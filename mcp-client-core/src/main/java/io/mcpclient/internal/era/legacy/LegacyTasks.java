package io.mcpclient.internal.era.legacy;

import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.call.Deadline;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.internal.operation.Pages;
import io.mcpclient.internal.task.CompletedTask;
import io.mcpclient.internal.task.TaskProtocol;
import io.mcpclient.internal.task.TaskRequests;
import io.mcpclient.internal.task.TaskStates;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.McpMetaKeys;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.ServerCapabilities;
import io.mcpclient.schema.Task;
import io.mcpclient.schema.TaskMetadata;
import io.mcpclient.schema.TaskSupport;
import io.mcpclient.support.schema.CancelTaskParams;
import io.mcpclient.support.schema.CreateTaskResult;
import io.mcpclient.support.schema.GetTaskParams;
import io.mcpclient.support.schema.GetTaskPayloadParams;
import io.mcpclient.support.schema.ListTasksResult;
import io.mcpclient.task.McpTaskHandle;
import io.mcpclient.task.McpTaskState;
import io.mcpclient.task.ReactiveMcpTask;
import io.mcpclient.text.SafeText;

/**
 * Tool calls as tasks of 2025-11-25, which the client requests, only if the server has declared the capability.
 * Thread-safe.
 *
 * @see "MCP 2025-11-25, basic/utilities/tasks (TSKL-02 to TSKL-11), server/tools (TOOL-25)"
 */
final class LegacyTasks implements TaskProtocol {

    private final TaskRequests requests;

    private final ServerCapabilities capabilities;

    LegacyTasks(TaskRequests requests, ServerCapabilities capabilities) {
        this.requests = requests;
        this.capabilities = capabilities;
    }

    TaskRequests requests() {
        return this.requests;
    }

    @Override
    public Mono<CallToolResult> call(CallToolParams params, McpCallOptions options) {
        boolean isRequested = params.task() != null;
        if (!isRequested && !this.capabilities.hasTaskToolCalls()) {
            return this.requests.calls().call(McpMethods.TOOLS_CALL, params, CallToolResult.class, options);
        }
        CallToolParams asTask = isRequested ? params : params.withTask(TaskMetadata.any());
        return create(asTask, options)
                .flatMap(answer -> (answer instanceof CreateTaskResult created)
                        ? untilTheEnd(task(params.name(), created), options)
                        : this.requests.checked(
                                params.name(),
                                (CallToolResult) answer,
                                options,
                                this.requests.calls().deadline(options)));
    }

    private static Mono<CallToolResult> untilTheEnd(LegacyTask task, McpCallOptions options) {
        return TaskRequests.untilTheEnd(task, task.await(options), options);
    }

    @Override
    public boolean followsTaskSupport() {
        return this.capabilities.hasTaskToolCalls();
    }

    /** In these revisions the result type of a task has no meaning. */
    @Override
    public Mono<CallToolResult> finish(String tool, CallToolResult answer, McpCallOptions options) {
        return Mono.just(answer);
    }

    /** Some servers execute the tool at once, and answer with its result. */
    @Override
    public Mono<Object> create(CallToolParams params, McpCallOptions options) {
        if (!this.capabilities.hasTaskToolCalls()) {
            return Mono.error(this.requests.unsupported(
                    McpMethods.TOOLS_CALL, "the server does not support calling tools as tasks"));
        }
        if (isForbidden(params.name())) {
            return Mono.error(this.requests.unsupported(
                    McpMethods.TOOLS_CALL,
                    "tool \"" + SafeText.excerpt(params.name()) + "\" cannot be called as a task"));
        }
        return this.requests
                .calls()
                .call(McpMethods.TOOLS_CALL, params, CreateTaskResult.class, options)
                .map(answer -> (answer.task() != null) ? answer : result(answer));
    }

    private CallToolResult result(CreateTaskResult answer) {
        boolean isResult =
                answer.extra().containsKey("content") || answer.extra().containsKey("structuredContent");
        CallToolResult result = isResult ? this.requests.parts().codec().convert(answer, CallToolResult.class) : null;
        if (result == null) {
            throw new McpProtocolException(
                    McpErrorDetails.of(
                            this.requests.calls().serverName(),
                            McpMethods.TOOLS_CALL,
                            McpOutcome.ANSWERED,
                            "the server answered with neither a task nor a result"),
                    McpProtocolException.Reason.MALFORMED);
        }
        return result;
    }

    /** A tool without task support in its definition forbids tasks; a tool that was never listed may be tried (TSKL-04). */
    private boolean isForbidden(String tool) {
        return this.requests
                .parts()
                .tools()
                .lastListed(tool)
                .map(listed -> listed.taskSupport().equals(TaskSupport.FORBIDDEN))
                .orElse(false);
    }

    @Override
    public ReactiveMcpTask created(String tool, Object answer) {
        return (answer instanceof CreateTaskResult created)
                ? task(tool, created)
                : new CompletedTask(this.requests, tool, (CallToolResult) answer);
    }

    private LegacyTask task(String tool, CreateTaskResult created) {
        Object immediate = (created.meta() != null) ? created.meta().get(McpMetaKeys.MODEL_IMMEDIATE_RESPONSE) : null;
        return task(tool, Objects.requireNonNull(created.task()), (immediate instanceof String text) ? text : null);
    }

    private LegacyTask task(@Nullable String tool, Task task, @Nullable String immediate) {
        McpTaskState state = stateOf(task);
        McpTaskHandle handle = new McpTaskHandle(
                this.requests.calls().serverName(), task.taskId(), tool, task.createdAt(), state.ttl());
        return new LegacyTask(this, handle, state, immediate);
    }

    @Override
    public Mono<ReactiveMcpTask> resume(McpTaskHandle handle, String operation) {
        return Mono.just(new LegacyTask(this, handle, TaskStates.UNKNOWN, null));
    }

    @Override
    public Mono<List<ReactiveMcpTask>> list(McpCallOptions options) {
        return this.capabilities.hasTaskList()
                ? pages().all(options).map(tasks -> tasks.stream()
                        .<ReactiveMcpTask>map(task -> task(null, task, null))
                        .toList())
                : Mono.error(
                        this.requests.unsupported(McpMethods.TASKS_LIST, "the server does not support listing tasks"));
    }

    private Pages<ListTasksResult, Task> pages() {
        return new Pages<>(
                this.requests.calls(),
                McpMethods.TASKS_LIST,
                ListTasksResult.class,
                ListTasksResult::tasks,
                ListTasksResult::nextCursor,
                this.requests.parts().limits(),
                this.requests.parts().reports());
    }

    Mono<McpTaskState> state(String taskId, McpCallOptions options, Deadline deadline) {
        return this.requests
                .send(McpMethods.TASKS_GET, taskId, GetTaskParams.of(taskId), Task.class, options, deadline)
                .map(LegacyTasks::stateOf);
    }

    Mono<CallToolResult> result(String taskId, McpCallOptions options, Deadline deadline) {
        return this.requests.send(
                McpMethods.TASKS_RESULT,
                taskId,
                GetTaskPayloadParams.of(taskId),
                CallToolResult.class,
                options,
                deadline);
    }

    /** Never with a cancellation notification, which is for requests without a task (CAN-05). */
    Mono<McpTaskState> cancel(String taskId, McpCallOptions options) {
        // The server may have changed since the task was created.
        return this.requests
                .parts()
                .server()
                .flatMap(server -> server.capabilities().hasTaskCancel()
                        ? this.requests
                                .send(
                                        McpMethods.TASKS_CANCEL,
                                        taskId,
                                        CancelTaskParams.of(taskId),
                                        Task.class,
                                        options,
                                        this.requests.calls().deadline(options))
                                .map(LegacyTasks::stateOf)
                        : Mono.error(this.requests.unsupported(
                                McpMethods.TASKS_CANCEL, "the server does not support cancelling tasks")));
    }

    private static McpTaskState stateOf(Task task) {
        return new McpTaskState(
                task.status(),
                task.statusMessage(),
                task.lastUpdatedAt(),
                TaskStates.duration(task.ttl()),
                TaskStates.duration(task.pollInterval()),
                Map.of());
    }
}
