package io.mcpclient.handler;

import reactor.core.publisher.Mono;

import io.mcpclient.schema.CreateMessageParams;
import io.mcpclient.schema.CreateMessageResult;

/**
 * Reactive variant of {@link McpSamplingHandler}. Must not block and must be thread-safe. The publisher is cancelled when
 * the server cancels its request.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/client/sampling">MCP: Sampling</a>
 */
@FunctionalInterface
public interface ReactiveMcpSamplingHandler {

    /**
     * Handles one request.
     * @param params parameters of the request; untrusted
     * @param context context of the request, with progress reporting
     * @return the response; an error or an empty result is reported to the server as a generic error
     */
    Mono<CreateMessageResult> createMessage(CreateMessageParams params, McpRequestContext context);

    /**
     * Returns whether this handler supports {@code tools} and {@code toolChoice}. Servers send them only to clients that
     * declare this support; otherwise, requests with them are rejected.
     * @return whether to declare sampling with tools, {@code false} by default
     */
    default boolean supportsTools() {
        return false;
    }

    /**
     * Adapts a blocking handler, which runs on threads that may block.
     * @param handler the handler
     * @return the adapter
     */
    static ReactiveMcpSamplingHandler of(McpSamplingHandler handler) {
        return new ReactiveMcpSamplingHandler() {
            @Override
            public Mono<CreateMessageResult> createMessage(CreateMessageParams params, McpRequestContext context) {
                return BlockingHandlers.run(() -> handler.createMessage(params, context));
            }

            @Override
            public boolean supportsTools() {
                return handler.supportsTools();
            }
        };
    }
}
