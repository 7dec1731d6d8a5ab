package io.mcpclient.handler;

import java.util.List;

import reactor.core.publisher.Mono;

import io.mcpclient.schema.Root;

/**
 * Reactive variant of {@link McpRootsProvider}. Must not block and must be thread-safe. The publisher is cancelled when the
 * server cancels its request.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/client/roots">MCP: Roots</a>
 */
@FunctionalInterface
public interface ReactiveMcpRootsProvider {

    /**
     * Handles one request.
     * @param context context of the request, with progress reporting
     * @return the response; an error or an empty result is reported to the server as a generic error
     */
    Mono<List<Root>> roots(McpRequestContext context);

    /**
     * Adapts a blocking handler, which runs on threads that may block.
     * @param provider the provider
     * @return the adapter
     */
    static ReactiveMcpRootsProvider of(McpRootsProvider provider) {
        return context -> BlockingHandlers.run(() -> provider.roots(context));
    }
}
