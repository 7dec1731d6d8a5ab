package io.mcpclient.internal.oauth.token;

import java.net.URI;
import java.util.List;
import java.util.Map;

import io.mcpclient.internal.oauth.client.ClientIdentity;
import io.mcpclient.internal.oauth.metadata.AuthorizationServer;

/**
 * One request for a token. {@code toString} shows no values.
 *
 * @param endpoint token endpoint
 * @param server the authorization server it belongs to
 * @param client who asks
 * @param parameters {@code grant_type} and what belongs to it; client authentication is added by the endpoint
 * @param scopes scopes asked for, empty for no {@code scope} parameter
 * @param resource value of the {@code resource} parameter
 * @param withDPoP whether the token is to be bound to our key
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
