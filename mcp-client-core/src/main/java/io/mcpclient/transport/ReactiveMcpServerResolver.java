package io.mcpclient.transport;

import java.net.URI;
import java.util.List;

import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Reactive variant of {@link McpServerResolver}. Must not block and must be thread-safe. The publisher is cancelled when the
 * connect timeout has passed.
 *
 * @see io.mcpclient.McpClientBuilder#reactiveResolver
 */
@FunctionalInterface
public interface ReactiveMcpServerResolver {

    /**
     * Resolves the addresses of a server.
     * @param serverName configured name of the server
     * @param url configured URL of the server: its identity, and its address if there is nothing to resolve
     * @return absolute URLs of the endpoint, see {@link McpServerResolver#resolve}; an error or an empty result fails the
     *     attempt to connect, and the next one asks again
     */
    Mono<List<URI>> resolve(String serverName, URI url);

    /**
     * Adapts a blocking resolver, which runs on threads that may block.
     * @param resolver the resolver
     * @return the adapter
     */
    static ReactiveMcpServerResolver of(McpServerResolver resolver) {
        return (serverName, url) ->
                Mono.fromCallable(() -> resolver.resolve(serverName, url)).subscribeOn(Schedulers.boundedElastic());
    }
}
