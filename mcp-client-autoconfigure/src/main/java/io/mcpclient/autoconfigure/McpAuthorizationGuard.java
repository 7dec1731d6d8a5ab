package io.mcpclient.autoconfigure;

import reactor.core.publisher.Mono;

import io.mcpclient.auth.McpAuthorizationRequest;

/**
 * Decides which visitors may answer an authorization request of the application itself: from then on the application acts at the
 * MCP server with the account that the visitor has there. Requests of a user are answered by that user only, and are not
 * submitted to a guard.
 *
 * <p>Where Spring Security filters requests, a bean of the auto-configuration lets in visitors who are logged in. A bean of the
 * application replaces it:
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
     * Decides about one visitor, twice for each request: when the visitor begins and when the authorization server sends them
     * back. Must not block. Subscribed to on the thread of the HTTP request and with its Reactor context, so that both notions of
     * the current user can be read.
     * @param request request of the application
     * @return whether the visitor may answer it; empty for no, an error fails the HTTP request
     */
    Mono<Boolean> mayAnswer(McpAuthorizationRequest request);

    /**
     * Returns a guard that lets everybody in who knows the link, for applications that are protected otherwise.
     * @return the guard
     */
    static McpAuthorizationGuard anyone() {
        return request -> Mono.just(true);
    }
}
