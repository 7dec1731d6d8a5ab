package io.mcpclient.autoconfigure.auth;

import reactor.core.publisher.Mono;

import io.mcpclient.auth.McpAuthorizationRequest;

/**
 * Decides which visitors may complete an authorization request of the application itself: afterwards the application acts at
 * the MCP server with the visitor's account. Requests of a user can be completed by that user only, and are not submitted to
 * a guard.
 *
 * <p>Where Spring Security filters requests, the auto-configuration provides a bean that admits visitors who are logged in. A
 * bean of the application replaces it:
 *
 * <pre>{@code
 * @Bean
 * McpAuthorizationGuard guard() {
 *     return McpAuthorizationGuard.anyone();
 * }
 * }</pre>
 */
@FunctionalInterface
public interface McpAuthorizationGuard {

    /**
     * Decides about a visitor, twice per request: when the visitor starts and when the authorization server redirects them
     * back. Must not block. Subscribed to on the thread of the HTTP request and with its Reactor context, so that the current
     * user can be read from either.
     * @param request request of the application
     * @return whether the visitor may complete it; empty means no, an error fails the HTTP request
     */
    Mono<Boolean> mayAnswer(McpAuthorizationRequest request);

    /**
     * Returns a guard that admits anyone who knows the link, for applications that are protected by other means.
     * @return the guard
     */
    static McpAuthorizationGuard anyone() {
        return request -> Mono.just(true);
    }
}
