package io.mcpclient.task;

import java.util.Map;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.InputResponse;

/**
 * Reactive variant of {@link McpTask}: a tool call that the server runs as a task, which continues while no client waits
 * for it. Nothing is sent before subscription. Thread-safe.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks">MCP: Tasks</a>
 * @see "MCP extension io.modelcontextprotocol/tasks"
 */
public interface ReactiveMcpTask {

    /**
     * Returns the id that the server assigned to the task.
     * @return the id, to be treated like a secret; empty if the server completed the call immediately, without a task
     */
    String id();

    /**
     * Returns a handle for resuming the task.
     * @return the handle, which can be stored; not usable if there is no {@link #id()}
     * @see "MCP extension io.modelcontextprotocol/tasks"
     */
    McpTaskHandle handle();

    /**
     * Returns the last known state. Sends no request.
     * @return the state; {@code working} if it has not been requested yet
     */
    McpTaskState lastKnown();

    /**
     * Returns the server's immediate response for a model, to be used while the task runs.
     * @return the text, untrusted, or {@code null} if there is none; only in 2025-11-25
     * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks">MCP: Tasks</a>
     */
    @Nullable
    String immediateResponse();

    /**
     * Requests the current state from the server.
     * @return the state
     */
    default Mono<McpTaskState> status() {
        return status(McpCallOptions.defaults());
    }

    /**
     * Requests the current state from the server.
     * @param options options for this request
     * @return the state; {@link io.mcpclient.error.McpRequestException} if the server does not know the task or no longer
     *     retains it
     */
    Mono<McpTaskState> status(McpCallOptions options);

    /**
     * Waits for the task to end, see {@link #await(McpCallOptions)}.
     * @return the result as sent; {@link CallToolResult#isErrorResult()} reports whether the tool failed
     */
    default Mono<CallToolResult> await() {
        return await(McpCallOptions.defaults());
    }

    /**
     * Waits for the task to end. The server is polled at the interval that it requests, between 100 milliseconds and one
     * minute; by default after one second, with increasing intervals. Input requests of the task are passed to the handlers
     * of the client, each request once; their time counts, too. With {@link McpCallOptions#withManualInput()} they are left
     * to {@link #provideInput}. A few consecutive connection losses are tolerated.
     * @param options options for waiting: the limit is the maximum timeout, or else the timeout, or else the
     *     {@code request-timeout-max} of the client
     * @return the result as sent, see {@link CallToolResult#isErrorResult()};
     *     {@link io.mcpclient.error.McpRequestException} if the task failed or the server no longer retains it; the same or
     *     {@link io.mcpclient.error.McpCancelledException} if it was cancelled;
     *     {@link io.mcpclient.error.McpTimeoutException} if it has not ended in time: it continues and can be awaited
     *     again; {@link io.mcpclient.error.McpProtocolException} if it has not changed for the server's whole retention
     *     time, or its result violates the output schema of the tool
     * @see "MCP extension io.modelcontextprotocol/tasks"
     */
    Mono<CallToolResult> await(McpCallOptions options);

    /**
     * Sends responses to input requests of the task, see {@link #provideInput(Map, McpCallOptions)}.
     * @param responses responses by the keys of {@link McpTaskState#inputRequests()}
     * @return completes when the server has acknowledged
     */
    default Mono<Void> provideInput(Map<String, InputResponse> responses) {
        return provideInput(responses, McpCallOptions.defaults());
    }

    /**
     * Sends responses to some or all input requests of the task. For callers that poll a task with {@link #status()} or
     * await it with {@link McpCallOptions#withManualInput()}: otherwise {@link #await()} calls the handlers of the client.
     * The state may reflect the responses later.
     * @param responses responses by the keys of {@link McpTaskState#inputRequests()}, at least one
     * @param options options for this request
     * @return completes when the server has acknowledged; {@link io.mcpclient.error.McpRejectedException} if there are no
     *     responses, if the task is of 2025-11-25, whose requests only the handlers of the client can handle, or if the
     *     call completed immediately; {@link io.mcpclient.error.McpRequestException} if the server does not know the task
     * @see "MCP extension io.modelcontextprotocol/tasks"
     */
    Mono<Void> provideInput(Map<String, InputResponse> responses, McpCallOptions options);

    /**
     * Asks the server to cancel the task, see {@link #cancel(McpCallOptions)}.
     * @return the last known state
     */
    default Mono<McpTaskState> cancel() {
        return cancel(McpCallOptions.defaults());
    }

    /**
     * Asks the server to cancel the task. The server may discard the task: fetch required data before. With the extension,
     * the server acknowledges but may continue: the task may still complete.
     * @param options options for this request
     * @return the last known state: with 2025-11-25 the state in the server's response, while with the extension the state
     *     must be requested, see {@link #status()}; {@link io.mcpclient.error.McpRejectedException} if the server does not
     *     support cancellation, or completed the call immediately; {@link io.mcpclient.error.McpRequestException} if it
     *     refuses, as in 2025-11-25 if the task has already ended
     * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks">MCP: Tasks</a>
     * @see "MCP extension io.modelcontextprotocol/tasks"
     */
    Mono<McpTaskState> cancel(McpCallOptions options);
}
