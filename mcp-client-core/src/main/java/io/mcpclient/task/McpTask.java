package io.mcpclient.task;

import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.InputResponse;

/**
 * A call of a tool that the server runs as a task: it goes on while nobody waits for it. Methods wait, and refuse to on
 * an event loop. Thread-safe.
 *
 * @see "MCP 2025-11-25, basic/utilities/tasks (TSKL-02 to TSKL-13); MCP extension io.modelcontextprotocol/tasks (TSKX-02 to
 *     TSKX-18)"
 */
public interface McpTask {

    /**
     * Returns the id that the server gave the task.
     * @return the id, to be kept like a secret; empty if the server answered the call at once, without a task
     */
    String id();

    /**
     * Returns what is needed to pick the task up again.
     * @return the handle, to be stored; of no use if there is no {@link #id()}
     * @see "MCP extension io.modelcontextprotocol/tasks (TSKX-07)"
     */
    McpTaskHandle handle();

    /**
     * Returns what the server said last. Costs no request.
     * @return the state; {@code working} if the server has not been asked yet
     */
    McpTaskState lastKnown();

    /**
     * Returns what the server wants a model to be told while the task runs.
     * @return text of the server, untrusted, or {@code null} if there is none; only in 2025-11-25
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
     * @throws io.mcpclient.error.McpRequestException if the server does not know the task, or does not keep it any more
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
     * Waits for the end. The server is asked as often as it wishes, within 100 milliseconds and a minute; if it does not
     * say, after a second and then less and less often. What the task needs to go on is answered by the handlers of the
     * client, each question once; the time that they take counts too. With {@link McpCallOptions#withManualInput()} it is
     * left to {@link #provideInput}. Lost connections are survived, a few in a row.
     * @param options wishes for the waiting: its limit is the longest time, or else the timeout, or else the
     *     {@code request-timeout-max} of the client
     * @return the result as sent; ask {@link CallToolResult#isErrorResult()} whether the tool failed
     * @throws io.mcpclient.error.McpRequestException if the task failed, or the server does not keep it any more; in
     *     2025-11-25 also if it was cancelled
     * @throws io.mcpclient.error.McpCancelledException if it was cancelled
     * @throws io.mcpclient.error.McpTimeoutException if the task has not ended in time; it goes on, and can be waited for
     *     again
     * @throws io.mcpclient.error.McpProtocolException if the task has not changed for the whole time that the server keeps
     *     a task, or its result breaks the output schema of the tool
     * @see "MCP extension io.modelcontextprotocol/tasks (TSKX-06, TSKX-08, TSKX-09, TSKX-11, TSKX-19)"
     */
    CallToolResult await(McpCallOptions options);

    /**
     * Answers what the task needs to go on. See {@link #provideInput(Map, McpCallOptions)}.
     * @param responses answers by the keys of {@link McpTaskState#inputRequests()}
     */
    default void provideInput(Map<String, InputResponse> responses) {
        provideInput(responses, McpCallOptions.defaults());
    }

    /**
     * Answers what the task needs to go on, all of it or some. For those who look after a task themselves, with
     * {@link #status()}, or wait for it with {@link McpCallOptions#withManualInput()}: otherwise {@link #await()} has the
     * handlers of the client answer. The state may show the answer later.
     * @param responses answers by the keys of {@link McpTaskState#inputRequests()}, at least one
     * @param options wishes for this request
     * @throws io.mcpclient.error.McpRejectedException if the task is of 2025-11-25, whose questions only the handlers of
     *     the client can answer, or the call was answered at once; nothing was sent
     * @throws io.mcpclient.error.McpRequestException if the server does not know the task
     * @throws io.mcpclient.error.McpRejectedException if there are no responses
     * @see "MCP extension io.modelcontextprotocol/tasks (TSKX-12)"
     */
    void provideInput(Map<String, InputResponse> responses, McpCallOptions options);

    /**
     * Asks the server to cancel the task. See {@link #cancel(McpCallOptions)}.
     * @return what was last known
     */
    default McpTaskState cancel() {
        return cancel(McpCallOptions.defaults());
    }

    /**
     * Asks the server to cancel the task. It may keep nothing of it: fetch first what is needed. With the extension it takes
     * note and is free to go on: the task may still complete.
     * @param options wishes for this request
     * @return what was last known: the state that a server of 2025-11-25 answers with, while with the extension the state is
     *     to be asked for, see {@link #status()}
     * @throws io.mcpclient.error.McpRejectedException if the server does not offer that, or answered the call at once;
     *     nothing was sent
     * @throws io.mcpclient.error.McpRequestException if the server refuses, as in 2025-11-25 if the task has ended before
     * @see "MCP 2025-11-25, basic/utilities/tasks (TSKL-10); MCP extension io.modelcontextprotocol/tasks (TSKX-13)"
     */
    McpTaskState cancel(McpCallOptions options);
}
