package io.mcpclient.internal.oauth;

import java.net.URI;
import java.util.List;
import java.util.Map;

/**
 * A request for tokens. {@code toString} shows no values.
 *
 * @param endpoint token endpoint
 * @param server the authorization server
 * @param client identity of this client
 * @param parameters {@code grant_type} and its parameters; empty until the grant adds them. The endpoint adds the client
 *     authentication
 * @param scopes requested scopes, empty for no {@code scope} parameter
 * @param resource identifier of the MCP server, character for character as it was published (AUTH-35, AUTH-36)
 * @param withDPoP whether to bind the tokens to this client's key
 */
record TokenRequest(
        URI endpoint,
        AuthorizationServer server,
        ClientIdentity client,
        Map<String, String> parameters,
        List<String> scopes,
        String resource,
        boolean withDPoP) {

    /** Returns the same request with another identity of this client. */
    TokenRequest by(ClientIdentity other) {
        return new TokenRequest(
                this.endpoint, this.server, other, this.parameters, this.scopes, this.resource, this.withDPoP);
    }

    /** Returns the same request with {@code grant_type} and its parameters. */
    TokenRequest with(Map<String, String> parameters) {
        return new TokenRequest(
                this.endpoint, this.server, this.client, parameters, this.scopes, this.resource, this.withDPoP);
    }

    /** Returns the same request without scopes: those of a code are already known to the authorization server. */
    TokenRequest withoutScopes() {
        return new TokenRequest(
                this.endpoint, this.server, this.client, this.parameters, List.of(), this.resource, this.withDPoP);
    }

    @Override
    public String toString() {
        return "TokenRequest[issuer=" + this.server.issuer() + ", grant=" + this.parameters.get("grant_type") + "]";
    }
}
