package io.mcpclient.handler;

import reactor.core.publisher.Mono;

import io.mcpclient.schema.CreateMessageParams;
import io.mcpclient.schema.CreateMessageResult;

/**
 * Samples a language model. Like {@link McpSamplingHandler}, for those who answer without a thread of their own. Must
 * not block, must be thread-safe. The publisher is cancelled when the server takes its request back.
 *
 * @see "MCP 2025-11-25, client/sampling (SMP-01 to SMP-21)"
 */
@FunctionalInterface
public interface ReactiveMcpSamplingHandler {

    /**
     * Answers one request.
     * @param params what the server asks for; untrusted
     * @param context who asks, and ways to report
     * @return the answer; an error or no value is answered with a neutral error
     */
    Mono<CreateMessageResult> createMessage(CreateMessageParams params, McpRequestContext context);

    /**
     * Tells whether this handler understands {@code tools} and {@code toolChoice}. Servers send them only to clients that
     * say so, and requests with them are refused otherwise (SMP-09).
     * @return whether to offer sampling with tools, by default not
     */
    default boolean supportsTools() {
        return false;
    }

    /**
     * Lets a handler that blocks run on threads that may.
     * @param handler the handler
     * @return a view of it
     */
    static ReactiveMcpSamplingHandler of(McpSamplingHandler handler) {
        return BlockingHandlers.reactive(handler);
    }
}
