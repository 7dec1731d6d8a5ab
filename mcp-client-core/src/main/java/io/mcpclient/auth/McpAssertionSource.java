package io.mcpclient.auth;

import reactor.core.publisher.Mono;

/**
 * Says who somebody is, in a signed form: the JWT of the platform, or the ID token of a user. Asked for each request for a
 * token, since they are short-lived (WIF-04, EMA-10). Thread-safe; must not block.
 */
@FunctionalInterface
public interface McpAssertionSource {

    /**
     * Returns an assertion.
     * @param request whose, and for whom
     * @return the assertion; empty or an error if there is none, which fails the request for a token
     */
    Mono<String> assertion(Request request);

    /**
     * What an assertion is for.
     *
     * @param serverName configured name of the server
     * @param principal who is meant
     * @param issuer the authorization server that is to accept it
     * @param resource identifier of the server there
     */
    record Request(String serverName, McpPrincipal principal, String issuer, String resource) {}
}
