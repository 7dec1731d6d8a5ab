package io.mcpclient.internal.oauth.grant;

import java.util.Map;

import reactor.core.publisher.Mono;

import io.mcpclient.internal.oauth.metadata.AuthorizationServer;
import io.mcpclient.internal.oauth.token.TokenEndpoint;
import io.mcpclient.internal.oauth.token.TokenSet;

/**
 * The application uses its own credentials.
 *
 * @see "MCP extension io.modelcontextprotocol/oauth-client-credentials (CC-01, CC-05)"
 */
final class ClientCredentialsGrant implements Grant {

    private final TokenEndpoint endpoint;

    ClientCredentialsGrant(TokenEndpoint endpoint) {
        this.endpoint = endpoint;
    }

    @Override
    public void check(AuthorizationServer server, boolean isLegacy) {}

    @Override
    public Mono<TokenSet> obtain(GrantRequest request) {
        return this.endpoint.request(request.tokenRequest(Map.of("grant_type", GrantTypes.CLIENT_CREDENTIALS)));
    }
}
