package io.mcpclient.call;

import reactor.core.publisher.Mono;

/**
 * Interceptor of every outgoing request of a client, including each page of a list: the place for approval, redaction and
 * logging. A tool call that becomes a task is one call, with the final result of the task; the requests about it in between are not
 * intercepted. Interceptors run in order, the first one outermost, before the deadline and the connection. Their time counts
 * against the deadline of the operation, but the deadline ends only the stages after them: the interceptor itself has to
 * complete.
 *
 * <p>Implementations must be thread-safe and must not block: where a person approves tool calls, use the blocking
 * {@link McpToolInterceptor}. To reject a call, return an error; to short-circuit it, return
 * a result without calling {@code next}; to inspect the result, map the return value of {@code next}.
 *
 * <p>The library has no user interface: the application is responsible for showing users which tools are exposed, for
 * asking for confirmation of sensitive calls, for showing their arguments, and for letting users deny them.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/server/tools">MCP: Tools</a>
 */
@FunctionalInterface
public interface McpInterceptor {

    /**
     * Handles a call.
     * @param call the call, with server, method and parameters
     * @param next the rest of the chain; may be called never, once, or repeatedly for a call that is safe to repeat
     * @return the result, an instance of {@link McpCall#resultType()}, or an error: an {@link io.mcpclient.error.McpException} reaches
     *     the caller as it is, any other exception, returned or thrown, as the cause of an
     *     {@link io.mcpclient.error.McpRejectedException} with its message and with the outcome that the call has reached
     */
    Mono<Object> intercept(McpCall call, CallHandler next);
}
