package io.mcpclient.internal.oauth.token;

import java.net.URI;
import java.util.List;
import java.util.Map;

import io.mcpclient.internal.oauth.client.ClientIdentity;
import io.mcpclient.internal.oauth.metadata.AuthorizationServer;

/**
 * A token request. {@code toString} shows no values.
 *
 * @param endpoint token endpoint
 * @param server the authorization server
 * @param client identity of this client
 * @param parameters {@code grant_type} and its parameters; the endpoint adds the client authentication
 * @param scopes requested scopes, empty for no {@code scope} parameter
 * @param resource value of the {@code resource} parameter
 * @param withDPoP whether to bind the token to this client's key
 */
public record TokenRequest(
        URI endpoint,
        AuthorizationServer server,
        ClientIdentity client,
        Map<String, String> parameters,
        List<String> scopes,
        String resource,
        boolean withDPoP) {

    @Override
    public String toString() {
        return "TokenRequest[issuer=" + this.server.issuer() + ", grant=" + this.parameters.get("grant_type") + "]";
    }
}
