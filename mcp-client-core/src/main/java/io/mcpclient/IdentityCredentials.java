package io.mcpclient;

import reactor.core.publisher.Mono;

/**
 * What can be done with the credentials of one identity.
 *
 * @param logout gives back what was obtained, and forgets it; no error
 * @param reset lets the next request try again what has failed so far; no error
 */
record IdentityCredentials(Mono<Void> logout, Mono<Void> reset) {

    /** Nothing, where credentials are part of the configuration. */
    static final IdentityCredentials NONE = new IdentityCredentials(Mono.empty(), Mono.empty());
}
