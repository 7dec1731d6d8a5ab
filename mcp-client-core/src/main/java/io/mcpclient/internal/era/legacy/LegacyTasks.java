package io.mcpclient.internal.era.legacy;

import java.util.LinkedHashMap;
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
import io.mcpclient.error.McpRejectedException;
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
        return create(asTask, options).flatMap(answer -> {
            Task task = answer.task();
            return (task != null)
                    ? untilTheEnd(task(params.name(), task, null), options)
                    : this.requests.checked(
                            params.name(),
                            result(answer),
                            options,
                            this.requests.calls().deadline(options));
        });
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

    @Override
    public Mono<CreateTaskResult> create(CallToolParams params, McpCallOptions options) {
        if (!this.capabilities.hasTaskToolCalls()) {
            return Mono.error(this.requests.unsupported(
                    McpMethods.TOOLS_CALL, "the server does not support calling tools as tasks"));
        }
        if (isForbidden(params.name())) {
            return Mono.error(this.requests.unsupported(
                    McpMethods.TOOLS_CALL,
                    "tool \"" + SafeText.excerpt(params.name()) + "\" cannot be called as a task"));
        }
        return this.requests.calls().call(McpMethods.TOOLS_CALL, params, CreateTaskResult.class, options);
    }

    /** Some servers execute the tool at once, and answer with its result. */
    private CallToolResult result(CreateTaskResult answer) {
        Map<String, Object> members = new LinkedHashMap<>(answer.extra());
        if (!members.containsKey("content") && !members.containsKey("structuredContent")) {
            throw malformed("the server answered with neither a task nor a result");
        }
        if (answer.meta() != null) {
            members.put("_meta", answer.meta());
        }
        try {
            return Objects.requireNonNull(this.requests.parts().codec().convert(members, CallToolResult.class));
        } catch (IllegalArgumentException ex) {
            throw malformed("the server answered with a malformed result: " + SafeText.excerpt(ex.getMessage()));
        }
    }

    private McpProtocolException malformed(String problem) {
        return new McpProtocolException(
                McpErrorDetails.of(
                        this.requests.calls().serverName(), McpMethods.TOOLS_CALL, McpOutcome.ANSWERED, problem),
                McpProtocolException.Reason.MALFORMED);
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
        if (!(answer instanceof CreateTaskResult created)) {
            throw noTask(answer);
        }
        Object immediate = (created.meta() != null) ? created.meta().get(McpMetaKeys.MODEL_IMMEDIATE_RESPONSE) : null;
        Task task = created.task();
        return (task != null)
                ? task(tool, task, (immediate instanceof String text) ? text : null)
                : new CompletedTask(this.requests, tool, result(created));
    }

    private McpRejectedException noTask(Object answer) {
        String text = (answer instanceof CallToolResult result) ? ": " + SafeText.excerpt(result.text()) : "";
        return new McpRejectedException(
                McpErrorDetails.of(
                        this.requests.calls().serverName(),
                        McpMethods.TOOLS_CALL,
                        McpOutcome.NOT_SENT,
                        "an interceptor returned a result, but the call creates a task" + text),
                McpRejectedException.Reason.INTERCEPTED);
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
