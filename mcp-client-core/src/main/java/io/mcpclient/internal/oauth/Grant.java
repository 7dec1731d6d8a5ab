package io.mcpclient.internal.oauth;

import java.net.URI;
import java.util.List;
import java.util.Map;

import reactor.core.publisher.Mono;

/** A grant that obtains first tokens. Thread-safe; nothing blocks. */
public interface Grant {

    /**
     * Checks whether an authorization server supports this grant, before any request is sent there.
     * @param server the authorization server
     * @param isLegacy whether the MCP server follows revision 2025-03-26, and therefore has no metadata
     * @throws io.mcpclient.error.McpAuthorizationException if not, with remedy
     */
    void check(AuthorizationServer server, boolean isLegacy);

    /**
     * Obtains tokens.
     * @param request the request
     * @return the tokens; a {@link io.mcpclient.internal.oauth.TokenRefusedException} or an {@link
     *     io.mcpclient.error.McpException} if there are none
     */
    Mono<TokenSet> obtain(Request request);

    /** Tells whether a user is required. */
    default boolean needsUser() {
        return false;
    }

    /**
     * Tells whether more scopes can be requested. Without a new decision, a rejection is final.
     * @see "AUTH-44; fault H06"
     */
    default boolean canAskForMore() {
        return false;
    }

    /** Ends the wait for a prompted user, with an error: the request cannot be completed any longer. */
    default void abandon() {}

    /**
     * A request for first tokens.
     *
     * @param server the authorization server
     * @param tokenEndpoint its token endpoint
     * @param client identity of this client
     * @param resource identifier of the MCP server, character for character as it was published (AUTH-35, AUTH-36)
     * @param scopes requested scopes, empty for no {@code scope} parameter
     * @param withDPoP whether to bind the tokens to this client's key
     */
    record Request(
            AuthorizationServer server,
            URI tokenEndpoint,
            ClientIdentity client,
            String resource,
            List<String> scopes,
            boolean withDPoP) {

        /** Creates a request. */
        public Request {
            scopes = List.copyOf(scopes);
        }

        /**
         * Returns the same request with another identity of this client.
         * @param other the identity
         * @return the request
         */
        public Request by(ClientIdentity other) {
            return new Request(this.server, this.tokenEndpoint, other, this.resource, this.scopes, this.withDPoP);
        }

        /**
         * Returns the request at the token endpoint.
         * @param parameters {@code grant_type} and its parameters
         * @return the request
         */
        public TokenEndpoint.TokenRequest tokenRequest(Map<String, String> parameters) {
            return new TokenEndpoint.TokenRequest(
                    this.tokenEndpoint,
                    this.server,
                    this.client,
                    parameters,
                    this.scopes,
                    this.resource,
                    this.withDPoP);
        }

        /**
         * Returns the request at the token endpoint, without scopes.
         * @param parameters {@code grant_type} and its parameters
         * @return the request
         */
        TokenEndpoint.TokenRequest tokenRequestOfCode(Map<String, String> parameters) {
            return new TokenEndpoint.TokenRequest(
                    this.tokenEndpoint, this.server, this.client, parameters, List.of(), this.resource, this.withDPoP);
        }
    }
}
