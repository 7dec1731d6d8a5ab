package io.mcpclient.handler;

import java.util.Map;

import reactor.core.publisher.Mono;

/**
 * Reactive variant of {@link McpRequestHandler}. Must not block and must be thread-safe. The publisher is cancelled when
 * the server cancels its request.
 */
@FunctionalInterface
public interface ReactiveMcpRequestHandler {

    /**
     * Handles one request.
     * @param params its parameters as plain JSON, empty if there are none; untrusted
     * @param context context of the request, with progress reporting
     * @return the result: any value that serializes to a JSON object; an error or an empty result is reported to the server
     *     as a generic error
     */
    Mono<Object> handle(Map<String, Object> params, McpRequestContext context);

    /**
     * Adapts a blocking handler, which runs on threads that may block.
     * @param handler the handler
     * @return the adapter
     */
    static ReactiveMcpRequestHandler of(McpRequestHandler handler) {
        return (params, context) -> BlockingHandlers.run(() -> handler.handle(params, context));
    }
}
