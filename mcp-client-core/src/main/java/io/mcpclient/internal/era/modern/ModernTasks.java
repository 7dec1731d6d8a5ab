package io.mcpclient.internal.era.modern;

import java.util.List;
import java.util.Map;

import reactor.core.publisher.Mono;

import io.mcpclient.call.Deadline;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpCancelledException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.internal.task.CompletedTask;
import io.mcpclient.internal.task.TaskProtocol;
import io.mcpclient.internal.task.TaskRequests;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.EmptyResult;
import io.mcpclient.schema.InputResponse;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.ResultType;
import io.mcpclient.schema.TaskStatus;
import io.mcpclient.support.schema.CancelTaskParams;
import io.mcpclient.support.schema.DetailedTask;
import io.mcpclient.support.schema.GetTaskParams;
import io.mcpclient.support.schema.UpdateTaskParams;
import io.mcpclient.task.McpTaskHandle;
import io.mcpclient.task.ReactiveMcpTask;
import io.mcpclient.text.SafeText;

/**
 * Tool calls for which a server may create a task of the extension on its own, and the outcome of these tasks. Thread-safe.
 *
 * @param requests the requests about tasks
 * @param server task support of the server
 * @see "MCP extension io.modelcontextprotocol/tasks (TSKX-02, TSKX-09, TSKX-18, TSKX-19)"
 */
record ModernTasks(TaskRequests requests, ModernTaskServer server) implements TaskProtocol {

    private static boolean isTask(CallToolResult answer) {
        return ResultType.TASK.equals(answer.resultType());
    }

    /** If the call becomes a task, waits for its end. */
    @Override
    public Mono<CallToolResult> call(CallToolParams params, McpCallOptions options) {
        return create(params, options)
                .flatMap(answer -> isTask(answer) ? finish(params.name(), answer, options) : Mono.just(answer));
    }

    /** The server decides alone. */
    @Override
    public boolean followsTaskSupport() {
        return false;
    }

    @Override
    public Mono<CallToolResult> finish(String tool, CallToolResult answer, McpCallOptions options) {
        return Mono.defer(() -> {
            ModernTask task = task(tool, answer);
            // Only this client can respond to input requests of the task, even if the caller handles those of the call.
            return TaskRequests.untilTheEnd(task, task.await(options, true), options);
        });
    }

    /** The server alone decides whether to create a task, and how long to keep it. */
    @Override
    public Mono<CallToolResult> create(CallToolParams params, McpCallOptions options) {
        return this.requests.calls().call(McpMethods.TOOLS_CALL, unmarked(params), CallToolResult.class, options);
    }

    @Override
    public ReactiveMcpTask created(String tool, Object answer) {
        if (!(answer instanceof CallToolResult result)) {
            throw malformed(McpMethods.TOOLS_CALL, "the server was replaced while it created a task");
        }
        return isTask(result) ? task(tool, result) : new CompletedTask(this.requests, tool, result);
    }

    /** The server alone decides whether to create a task: the client cannot request one. */
    private static CallToolParams unmarked(CallToolParams params) {
        return (params.task() == null)
                ? params
                : new CallToolParams(
                        params.name(),
                        params.arguments(),
                        null,
                        params.inputResponses(),
                        params.requestState(),
                        params.meta());
    }

    @Override
    public Mono<List<ReactiveMcpTask>> list(McpCallOptions options) {
        return Mono.error(this.requests.unsupported(
                McpMethods.TASKS_LIST, "servers of this protocol revision do not list tasks"));
    }

    /** An extension that one side lacks is not used by the other (VER-26). */
    @Override
    public Mono<ReactiveMcpTask> resume(McpTaskHandle handle, String operation) {
        if (this.server.hasExtension()) {
            return Mono.just(new ModernTask(this, handle, null));
        }
        return Mono.error(this.requests.unsupported(
                operation,
                this.server.enabled()
                        ? "the server has not declared the extension for tasks"
                        : "tasks are disabled for this server"));
    }

    Mono<DetailedTask> detail(String taskId, McpCallOptions options, Deadline deadline) {
        return this.requests.send(
                McpMethods.TASKS_GET, taskId, GetTaskParams.of(taskId), DetailedTask.class, options, deadline);
    }

    Mono<Void> update(String taskId, Map<String, InputResponse> responses, McpCallOptions options, Deadline deadline) {
        return this.requests
                .send(
                        McpMethods.TASKS_UPDATE,
                        taskId,
                        UpdateTaskParams.of(taskId, responses),
                        EmptyResult.class,
                        options,
                        deadline)
                .then();
    }

    /** Never with a cancellation notification (CAN-06). */
    Mono<Void> cancel(String taskId, McpCallOptions options) {
        return this.requests
                .send(
                        McpMethods.TASKS_CANCEL,
                        taskId,
                        CancelTaskParams.of(taskId),
                        EmptyResult.class,
                        options,
                        this.requests.calls().deadline(options))
                .then();
    }

    /** The members of the task are part of the response itself (TSKX-04). */
    private ModernTask task(String tool, CallToolResult answer) {
        DetailedTask task;
        try {
            task = this.requests.parts().codec().convert(answer.extra(), DetailedTask.class);
        } catch (IllegalArgumentException ex) {
            throw malformed(McpMethods.TOOLS_CALL, "the server answered with a malformed task: " + ex.getMessage());
        }
        if (task == null || task.taskId().isBlank()) {
            throw malformed(McpMethods.TOOLS_CALL, "the server answered with a task that has no id");
        }
        McpTaskHandle handle = new McpTaskHandle(
                this.requests.calls().serverName(),
                task.taskId(),
                tool,
                task.createdAt(),
                ModernTask.stateOf(task).ttl());
        return new ModernTask(this, handle, task);
    }

    /** Converts a task that has ended to the outcome of the tool call. */
    Mono<CallToolResult> outcome(McpTaskHandle handle, DetailedTask ended, McpCallOptions options, Deadline deadline) {
        if (ended.status().equals(TaskStatus.COMPLETED)) {
            return Mono.defer(() -> this.requests.checked(handle.toolName(), result(ended), options, deadline));
        }
        return Mono.error(() -> ended.status().equals(TaskStatus.FAILED) ? failure(ended) : cancellation(ended));
    }

    private CallToolResult result(DetailedTask ended) {
        CallToolResult result = null;
        String problem = "there is none";
        try {
            result = this.requests.parts().codec().convert(ended.result(), CallToolResult.class);
        } catch (IllegalArgumentException ex) {
            problem = String.valueOf(ex.getMessage());
        }
        if (result == null || !result.hasAnswer()) {
            throw malformed(McpMethods.TASKS_GET, "the task has completed without a usable result: " + problem);
        }
        return result;
    }

    /** As if the call itself had failed (TSKX-09). */
    private McpException failure(DetailedTask ended) {
        Map<String, Object> error = ended.error();
        if (error == null || !(error.get("code") instanceof Number code)) {
            return malformed(McpMethods.TASKS_GET, "the task has failed without a usable error" + remark(ended));
        }
        String message = (error.get("message") instanceof String text) ? text : "";
        return new McpRequestException(
                McpErrorDetails.of(
                        this.requests.calls().serverName(),
                        McpMethods.TOOLS_CALL,
                        McpOutcome.ANSWERED,
                        "the server answered with error " + code.intValue() + ": " + SafeText.excerpt(message)),
                code.intValue(),
                message,
                error.get("data"));
    }

    private McpException cancellation(DetailedTask ended) {
        return new McpCancelledException(McpErrorDetails.of(
                this.requests.calls().serverName(),
                McpMethods.TOOLS_CALL,
                McpOutcome.UNKNOWN,
                "the task was cancelled" + remark(ended)));
    }

    private static String remark(DetailedTask task) {
        String message = task.statusMessage();
        return (message == null || message.isBlank()) ? "" : ": " + SafeText.excerpt(message);
    }

    private McpProtocolException malformed(String operation, String problem) {
        return new McpProtocolException(
                McpErrorDetails.of(
                        this.requests.calls().serverName(), operation, McpOutcome.ANSWERED, SafeText.excerpt(problem)),
                McpProtocolException.Reason.MALFORMED);
    }
}
