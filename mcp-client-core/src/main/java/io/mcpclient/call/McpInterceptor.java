package io.mcpclient.call;

import reactor.core.publisher.Mono;

/**
 * Wraps every outgoing request of a client, pages of a list one by one: the place for approval, redaction and logging.
 * Interceptors run in their order, the first one outermost, before deadline and connection. The time that they take
 * counts against the deadline of the operation, which ends what is behind them: an interceptor itself has to answer.
 *
 * <p>Must be thread-safe and must not block. To refuse a call, return an error; to answer it, return a result without
 * calling {@code next}; to look at the result, map what {@code next} returns.
 *
 * <p>The library has no user interface: that a human sees which tools there are, is asked before a sensitive one runs,
 * sees its arguments, and can say no, is up to the application (TOOL-04, TOOL-05).
 *
 * @see "MCP 2025-11-25, server/tools, User Interaction Model, Security Considerations (TOOL-04, TOOL-05, TOOL-22)"
 */
@FunctionalInterface
public interface McpInterceptor {

    /**
     * Handles a call.
     * @param call the call, with server, method and parameters
     * @param next what remains of the chain; may be called never, once, or again for a call that is safe to repeat
     * @return the result, an instance of {@link McpCall#resultType()}, or an error
     */
    Mono<Object> intercept(McpCall call, CallHandler next);
}
