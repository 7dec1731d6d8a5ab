package io.mcpclient.call;

import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.schema.CallToolResult;

/** A tool call that waits for an {@link McpToolInterceptor}. Thread-safe. */
public interface McpToolCall {

    /**
     * Returns the configured name of the server.
     * @return the name
     */
    String serverName();

    /**
     * Returns the name of the tool on the server.
     * @return the name
     */
    String toolName();

    /**
     * Returns the arguments, as changed by the interceptors before this one.
     * @return the arguments as plain JSON or beans, unmodifiable; empty if there are none
     */
    Map<String, Object> arguments();

    /**
     * Returns the principal on whose behalf the call is made.
     * @return the principal, possibly the application; {@code null} for a client with a single identity
     */
    @Nullable
    McpPrincipal principal();

    /**
     * Calls the next interceptor or the server, and waits for the result, until the deadline of the call at most. May be
     * called repeatedly if the call is safe to repeat.
     * @return the result as sent; {@link CallToolResult#isErrorResult()} reports whether the tool failed. For a call that
     *     became a task, the description of the task
     * @throws io.mcpclient.error.McpException if the call fails, or has been cancelled
     */
    CallToolResult proceed();

    /**
     * Proceeds with other arguments, see {@link #proceed()}.
     * @param arguments arguments as plain JSON or beans
     * @return the result as sent
     */
    CallToolResult proceed(Map<String, ?> arguments);
}
