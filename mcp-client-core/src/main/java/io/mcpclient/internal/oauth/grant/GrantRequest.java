package io.mcpclient.internal.oauth.grant;

import java.net.URI;
import java.util.List;
import java.util.Map;

import io.mcpclient.internal.oauth.client.ClientIdentity;
import io.mcpclient.internal.oauth.metadata.AuthorizationServer;
import io.mcpclient.internal.oauth.token.TokenRequest;

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
public record GrantRequest(
        AuthorizationServer server,
        URI tokenEndpoint,
        ClientIdentity client,
        String resource,
        List<String> scopes,
        boolean withDPoP) {

    /** Creates a request. */
    public GrantRequest {
        scopes = List.copyOf(scopes);
    }

    /**
     * Returns the same request with another identity of this client.
     * @param other the identity
     * @return the request
     */
    public GrantRequest by(ClientIdentity other) {
        return new GrantRequest(this.server, this.tokenEndpoint, other, this.resource, this.scopes, this.withDPoP);
    }

    /**
     * Returns the request at the token endpoint.
     * @param parameters {@code grant_type} and its parameters
     * @return the request
     */
    public TokenRequest tokenRequest(Map<String, String> parameters) {
        return new TokenRequest(
                this.tokenEndpoint, this.server, this.client, parameters, this.scopes, this.resource, this.withDPoP);
    }

    /**
     * Returns the request at the token endpoint, without scopes.
     * @param parameters {@code grant_type} and its parameters
     * @return the request
     */
    TokenRequest tokenRequestOfCode(Map<String, String> parameters) {
        return new TokenRequest(
                this.tokenEndpoint, this.server, this.client, parameters, List.of(), this.resource, this.withDPoP);
    }
}
