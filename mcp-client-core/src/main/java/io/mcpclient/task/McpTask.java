package io.mcpclient.task;

import org.jspecify.annotations.Nullable;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.schema.CallToolResult;

/**
 * A call of a tool that the server runs as a task: it goes on while nobody waits for it. Methods wait, and refuse to on
 * an event loop. Thread-safe.
 *
 * @see "MCP 2025-11-25, basic/utilities/tasks (TSKL-02 to TSKL-13)"
 */
public interface McpTask {

    /**
     * Returns the id that the server gave the task.
     * @return the id; to be kept like a secret
     */
    String id();

    /**
     * Returns what is needed to pick the task up again.
     * @return the handle, to be stored
     */
    McpTaskHandle handle();

    /**
     * Returns what the server said last. Costs no request.
     * @return the state; {@code working} if the server has not been asked yet
     */
    McpTaskState lastKnown();

    /**
     * Returns what the server wants a model to be told while the task runs.
     * @return text of the server, untrusted, or {@code null} if there is none
     * @see "MCP 2025-11-25, basic/utilities/tasks (TSKL-17)"
     */
    @Nullable
    String immediateResponse();

    /**
     * Asks the server for the state.
     * @return the state
     */
    default McpTaskState status() {
        return status(McpCallOptions.defaults());
    }

    /**
     * Asks the server for the state.
     * @param options wishes for this request
     * @return the state
     */
    McpTaskState status(McpCallOptions options);

    /**
     * Waits for the end. See {@link #await(McpCallOptions)}.
     * @return the result as sent; ask {@link CallToolResult#isErrorResult()} whether the tool failed
     */
    default CallToolResult await() {
        return await(McpCallOptions.defaults());
    }

    /**
     * Waits for the end. The server is asked as often as it wishes, within 100 milliseconds and a minute, once a second by
     * default. Requests of the server that the task needs to go on are answered by the handlers of the client.
     * @param options wishes for the waiting: its limit is the longest time, or else the timeout, or else the
     *     {@code request-timeout-max} of the client
     * @return the result as sent; ask {@link CallToolResult#isErrorResult()} whether the tool failed
     * @throws io.mcpclient.error.McpRequestException if the task failed or was cancelled
     * @throws io.mcpclient.error.McpTimeoutException if the task has not ended in time; it goes on, and can be waited for
     *     again
     */
    CallToolResult await(McpCallOptions options);

    /**
     * Cancels the task.
     * @return the state that the server answers with
     */
    default McpTaskState cancel() {
        return cancel(McpCallOptions.defaults());
    }

    /**
     * Cancels the task. The server may keep nothing of it: fetch first what is needed.
     * @param options wishes for this request
     * @return the state that the server answers with
     * @throws io.mcpclient.error.McpRejectedException if the server does not offer that; nothing was sent
     * @throws io.mcpclient.error.McpRequestException if the task has ended before
     * @see "MCP 2025-11-25, basic/utilities/tasks (TSKL-10)"
     */
    McpTaskState cancel(McpCallOptions options);
}
