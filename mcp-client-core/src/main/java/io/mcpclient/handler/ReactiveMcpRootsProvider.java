package io.mcpclient.handler;

import java.util.List;

import reactor.core.publisher.Mono;

import io.mcpclient.schema.Root;

/**
 * Names roots. Like {@link McpRootsProvider}, for those who answer without a thread of their own. Must not block,
 * must be thread-safe. The publisher is cancelled when the server takes its request back.
 *
 * @see "MCP 2025-11-25, client/roots (ROOT-01 to ROOT-08)"
 */
@FunctionalInterface
public interface ReactiveMcpRootsProvider {

    /**
     * Answers one request.
     * @param context who asks, and ways to report
     * @return the answer; an error or no value is answered with a neutral error
     */
    Mono<List<Root>> roots(McpRequestContext context);

    /**
     * Lets a handler that blocks run on threads that may.
     * @param provider the handler
     * @return a view of it
     */
    static ReactiveMcpRootsProvider of(McpRootsProvider provider) {
        return BlockingHandlers.reactive(provider);
    }
}
