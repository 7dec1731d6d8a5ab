package io.mcpclient.internal.task;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.task.McpTaskHandle;
import io.mcpclient.task.ReactiveMcpTask;

/**
 * What protocol eras define differently for tasks: which side creates them, how their state and their outcome are requested, and
 * how they request input. Implemented by each era. Thread-safe.
 */
public interface TaskProtocol {

    /**
     * Calls a tool that must run as a task, or for which the caller requests one.
     * @param params name and arguments
     * @param options options of the caller
     * @return the result as sent, at the end of the task if there is one
     */
    Mono<CallToolResult> call(CallToolParams params, McpCallOptions options);

    /**
     * Returns whether tools declare whether they run as tasks, and the server can run them as such, so that a call of the wrong kind
     * is refused as an unknown method.
     * @return whether a refused call may be repeated in the other way
     */
    boolean followsTaskSupport();

    /**
     * Waits for the end of a task that the server created for an ordinary call.
     * @param tool name of the tool
     * @param answer result of the call, whose type is that of a task
     * @param options options of the caller
     * @return the result of the task; the result of the call if the type has no meaning in this era
     */
    Mono<CallToolResult> finish(String tool, CallToolResult answer, McpCallOptions options);

    /**
     * Calls a tool as a task.
     * @param params name and arguments
     * @param ttl requested retention of the task, or {@code null} to leave it to the server
     * @param options options for the request that creates the task
     * @return the task, possibly one that has ended
     */
    Mono<ReactiveMcpTask> create(CallToolParams params, @Nullable Duration ttl, McpCallOptions options);

    /**
     * Lists all tasks that the server exposes to this client.
     * @param options options of the caller
     * @return the tasks in the order of the server
     */
    Mono<List<ReactiveMcpTask>> list(McpCallOptions options);

    /**
     * Resumes a task. Sends no request.
     * @param handle handle of a task of this server
     * @param operation method of the operation that needs the task, for errors
     * @return the task, or an error if both sides do not support tasks
     */
    Mono<ReactiveMcpTask> resume(McpTaskHandle handle, String operation);
}
