package io.mcpclient.oauth.client;

import reactor.core.publisher.Mono;

import io.mcpclient.auth.ProtectedServer;
import io.mcpclient.net.LearnedHttp;
import io.mcpclient.oauth.McpOAuthSettings;
import io.mcpclient.oauth.metadata.AuthorizationServer;
import io.mcpclient.store.SealedValues;

/**
 * Who this client is at each authorization server: what is configured, else the URL of its metadata document, else what a
 * registration gives it, which is kept in the store. Thread-safe. Errors are {@link
 * io.mcpclient.error.McpAuthorizationException}s with remedy.
 *
 * @see "MCP 2026-07-28, basic/authorization/client-registration (AUTH-22 to AUTH-33); fault H19"
 */
public final class ClientRegistrations {

    /**
     * Creates the registrations of one server and principal. Costs no I/O.
     * @param server the server, as the principal sees it
     * @param settings how tokens are to be obtained
     * @param http calls it
     * @param values where it is kept
     */
    public ClientRegistrations(
            ProtectedServer server, McpOAuthSettings settings, LearnedHttp http, SealedValues values) {
        throw new UnsupportedOperationException("to be written");
    }

    /**
     * Returns who this client is.
     * @param server the authorization server
     * @return its identity there, registered if need be; one registration at a time
     */
    public Mono<ClientIdentity> at(AuthorizationServer server) {
        throw new UnsupportedOperationException("to be written");
    }

    /**
     * Forgets a registration that the authorization server does not know any more.
     * @param refused what {@link #at} gave
     * @return whether another one can be had
     */
    public Mono<Boolean> forget(ClientIdentity refused) {
        throw new UnsupportedOperationException("to be written");
    }
}
