package io.mcpclient.auth;

import reactor.core.publisher.Mono;

/**
 * Resolver of the principal on whose behalf a call is made. Invoked once per call, at its start: subscribed to on the
 * caller's thread and with its Reactor context, so that both a thread-bound and a reactive current user are accessible. Not
 * invoked for background work, which belongs to the application. Thread-safe; must not block.
 */
@FunctionalInterface
public interface McpPrincipalResolver {

    /**
     * Resolves the current principal.
     * @return the principal; empty for {@link McpPrincipal#APPLICATION}; an error fails the call, unsent
     */
    Mono<McpPrincipal> resolve();
}
