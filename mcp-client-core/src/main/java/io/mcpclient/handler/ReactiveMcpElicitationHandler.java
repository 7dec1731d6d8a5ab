package io.mcpclient.handler;

import reactor.core.publisher.Mono;

import io.mcpclient.schema.ElicitFormParams;
import io.mcpclient.schema.ElicitResult;

/**
 * Reactive variant of {@link McpElicitationHandler}. Must not block and must be thread-safe. The publisher is cancelled
 * when the server cancels its request.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation">MCP: Elicitation</a>
 */
@FunctionalInterface
public interface ReactiveMcpElicitationHandler {

    /**
     * Handles one request.
     * @param params parameters of the request; untrusted
     * @param context context of the request, with progress reporting
     * @return the response; an error or an empty result is reported to the server as a generic error
     */
    Mono<ElicitResult> elicit(ElicitFormParams params, McpRequestContext context);

    /**
     * Adapts a blocking handler, which runs on threads that may block.
     * @param handler the handler
     * @return the adapter
     */
    static ReactiveMcpElicitationHandler of(McpElicitationHandler handler) {
        return (params, context) -> BlockingHandlers.run(() -> handler.elicit(params, context));
    }
}
