package io.mcpclient.call;

import io.mcpclient.schema.CallToolResult;

/**
 * Blocking interceptor of tool calls: the place where a person approves a call, or where its arguments are checked or
 * replaced. For other requests, and without blocking, use {@link McpInterceptor}.
 *
 * <pre>{@code
 * McpToolInterceptor approval = call -> dialogs.isApproved(call.serverName(), call.toolName(), call.arguments())
 *         ? call.proceed()
 *         : CallToolResult.error("The user declined the call.");
 * }</pre>
 *
 * <p>Applies to every {@code tools/call} of a client, including calls that become tasks, after all {@link McpInterceptor}s
 * and before retries, which do not repeat it. Interceptors run in order, the first one outermost, on one thread per call that
 * may block; their number is bounded per client, and further calls wait for a thread. The waiting counts against the
 * deadline of the call: at the deadline the call fails and the thread is interrupted, so give calls that wait for people
 * {@linkplain McpCallOptions#withTimeout a timeout that is long enough}. If the caller cancels the call, the thread is
 * interrupted as well, and a call that has not been sent yet is not sent any more. Implementations must be thread-safe.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/tools">MCP: Tools, Security Considerations</a>
 */
@FunctionalInterface
public interface McpToolInterceptor {

    /**
     * Handles a call.
     * @param call the call; usable until this method returns
     * @return the result of {@link McpToolCall#proceed()}, or a result without the server, such as
     *     {@link CallToolResult#error} for a refusal that a model can read
     * @throws Exception to fail the call: an {@link io.mcpclient.error.McpException} reaches the caller as it is, any other
     *     exception as the cause of an {@link io.mcpclient.error.McpRejectedException} with its message and with the outcome that the
     *     call has reached
     */
    CallToolResult intercept(McpToolCall call) throws Exception;
}
