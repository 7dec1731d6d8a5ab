package io.mcpclient.apps;

import reactor.core.publisher.Mono;

/**
 * An action of the host that a view requests. Must not block: run blocking code with {@code Mono.fromCallable} on a scheduler of your own.
 *
 * @param <T> what is requested; untrusted, checked and bounded
 */
@FunctionalInterface
public interface McpAppAction<T> {

    /**
     * Performs the action, possibly after it has asked the user.
     * @param session the view
     * @param request what it requests
     * @return whether the action was performed; {@code false}, an error or an empty result is a refusal for the view, without the reason
     */
    Mono<Boolean> perform(McpAppSession session, T request);
}
