package io.mcpclient.internal.client;

import reactor.core.publisher.Mono;

/**
 * Operations on the credentials of one identity.
 *
 * @param logout revokes and deletes obtained credentials; no error
 * @param reset lets the next request retry failed steps; no error
 */
record IdentityCredentials(Mono<Void> logout, Mono<Void> reset) {

    /** No operations, for configured credentials. */
    static final IdentityCredentials NONE = new IdentityCredentials(Mono.empty(), Mono.empty());
}
