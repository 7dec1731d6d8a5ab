package io.mcpclient.internal.task;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.TaskMetadata;
import io.mcpclient.support.schema.CreateTaskResult;
import io.mcpclient.task.McpTaskHandle;
import io.mcpclient.task.ReactiveMcpTask;
import io.mcpclient.text.SafeText;

/**
 * Operations on tasks that callers hold. A call that waits for its task by itself is that of {@link TaskStage}. Thread-safe.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks">MCP: Tasks</a>
 * @see "MCP extension io.modelcontextprotocol/tasks"
 */
public final class TaskOperations {

    /** {@link TaskStage} recognizes the creation of a task by this type; a server may answer with a result at once. */
    @SuppressWarnings("unchecked") // the answer is examined by the era
    private static final Class<Object> CREATION = (Class<Object>) (Class<?>) CreateTaskResult.class;

    private final TaskRequests requests;

    /**
     * Creates the operations of one client.
     * @param requests sends requests about tasks through all stages
     */
    public TaskOperations(TaskRequests requests) {
        this.requests = requests;
    }

    private Mono<TaskProtocol> protocol() {
        return this.requests.parts().server().map(server -> server.protocol(this.requests));
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
        CallToolParams asTask =
                params.withTask((ttl != null) ? TaskMetadata.ofMillis(ttl.toMillis()) : TaskMetadata.any());
        return this.requests
                .calls()
                .<Object>call(McpMethods.TOOLS_CALL, asTask, CREATION, options)
                .flatMap(answer -> protocol().map(protocol -> protocol.created(params.name(), answer)));
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
