package io.mcpclient.internal.task;

import java.util.List;

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
     * Calls a tool as a task, without waiting for its end.
     * @param params name and arguments; its task is the request for one, with the retention that the caller wants
     * @param options options for the request that creates the task
     * @return the answer of the server, see {@link #created}
     */
    Mono<? extends Object> create(CallToolParams params, McpCallOptions options);

    /**
     * Returns the task that a server has created.
     * @param tool name of the tool
     * @param answer the answer to {@link #create}
     * @return the task, possibly one that has ended
     * @throws io.mcpclient.error.McpException if the answer is no task
     */
    ReactiveMcpTask created(String tool, Object answer);

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
