package io.mcpclient.auth;

import reactor.core.publisher.Mono;

/**
 * Provides signed assertions of an identity: the JWT of the platform, or the ID token of a user. Called for each token request,
 * since assertions are short-lived. Thread-safe; must not block.
 */
@FunctionalInterface
public interface McpAssertionSource {

    /**
     * Returns an assertion.
     * @param request the identity and the audience
     * @return the assertion; empty or an error if there is none, which fails the token request
     */
    Mono<String> assertion(Request request);

    /**
     * The identity and the audience of an assertion.
     *
     * @param serverName configured name of the server
     * @param principal the principal that the assertion identifies
     * @param issuer the authorization server that the assertion is for
     * @param resource identifier of the MCP server at the authorization server
     */
    record Request(String serverName, McpPrincipal principal, String issuer, String resource) {}
}
