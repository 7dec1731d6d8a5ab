package io.mcpclient.handler;

import java.util.Map;

import reactor.core.publisher.Mono;

/**
 * Answers requests of methods that this library does not know. Like {@link McpRequestHandler}, for those who answer
 * without a thread of their own. Must not block, must be thread-safe. The publisher is cancelled when the server
 * takes its request back.
 */
@FunctionalInterface
public interface ReactiveMcpRequestHandler {

    /**
     * Answers one request.
     * @param params its parameters as plain JSON, empty if there are none; untrusted
     * @param context who asks, and ways to report
     * @return the result: anything that becomes a JSON object; an error or no value is answered with a neutral error
     */
    Mono<Object> handle(Map<String, Object> params, McpRequestContext context);

    /**
     * Lets a handler that blocks run on threads that may.
     * @param handler the handler
     * @return a view of it
     */
    static ReactiveMcpRequestHandler of(McpRequestHandler handler) {
        return BlockingHandlers.reactive(handler);
    }
}
