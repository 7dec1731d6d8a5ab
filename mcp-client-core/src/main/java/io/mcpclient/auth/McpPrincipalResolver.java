package io.mcpclient.auth;

import reactor.core.publisher.Mono;

/**
 * Says in whose name a call is made. Asked once for each call, when it begins: subscribed to on the thread of the caller and
 * with its Reactor context, so that both a thread-bound and a reactive notion of the current user can be read. Not asked for
 * work in the background, which is the application's. Thread-safe; must not block.
 *
 * @see "faults G13, H26"
 */
@FunctionalInterface
public interface McpPrincipalResolver {

    /**
     * Resolves the current principal.
     * @return the principal; empty for {@link McpPrincipal#APPLICATION}; an error fails the call, unsent
     */
    Mono<McpPrincipal> resolve();
}
