package io.mcpclient.oauth.metadata;

import java.util.List;

import reactor.core.publisher.Mono;

import io.mcpclient.auth.ProtectedServer;
import io.mcpclient.error.McpChallenge;
import io.mcpclient.net.LearnedHttp;
import io.mcpclient.net.McpNetworkPolicy;
import io.mcpclient.oauth.McpOAuthSettings;

/**
 * Finds out who protects one server. Documents are kept for an hour. Thread-safe. Errors are {@link
 * io.mcpclient.error.McpAuthorizationException}s that name server, document, cause and remedy.
 *
 * @see "MCP 2026-07-28, basic/authorization/authorization-server-discovery (AUTH-03 to AUTH-18); faults H07, H09, H29"
 */
public final class Metadata {

    /**
     * Creates the metadata of one server and principal. Costs no I/O.
     * @param server the server, as the principal sees it
     * @param settings how tokens are to be obtained
     * @param policy what may be called
     * @param http calls it
     */
    public Metadata(ProtectedServer server, McpOAuthSettings settings, McpNetworkPolicy policy, LearnedHttp http) {
        throw new UnsupportedOperationException("to be written");
    }

    /**
     * Reads what the server says about who protects it. Never from memory: the server may have moved (AUTH-12).
     * @param challenges what it said when it refused, empty if it said nothing
     * @return the document; empty if there is none anywhere
     */
    public Mono<ProtectedResource> resource(List<McpChallenge> challenges) {
        throw new UnsupportedOperationException("to be written");
    }

    /**
     * Reads what an authorization server says about itself.
     * @param issuer its identifier
     * @return the document, or an error
     */
    public Mono<AuthorizationServer> authorizationServer(String issuer) {
        throw new UnsupportedOperationException("to be written");
    }

    /**
     * The authorization server of a server that follows revision 2025-03-26, where there is no document about resources.
     * @return what is at the root of the server, or made up of the default endpoints
     * @see "AUTH-63 to AUTH-66"
     */
    public Mono<AuthorizationServer> rootAuthorizationServer() {
        throw new UnsupportedOperationException("to be written");
    }
}
