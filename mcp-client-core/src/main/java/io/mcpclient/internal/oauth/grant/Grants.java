package io.mcpclient.internal.oauth.grant;

import io.mcpclient.auth.McpOAuthSettings;
import io.mcpclient.auth.ProtectedServer;
import io.mcpclient.internal.oauth.metadata.AuthorizationFailures;
import io.mcpclient.internal.oauth.token.TokenEndpoint;

/** Creates the configured grant. */
public final class Grants {

    private Grants() {}

    /**
     * Creates the grant of one server and principal.
     * @param server the server, as the principal sees it
     * @param settings settings of the authorization
     * @param endpoint sends token requests
     * @param wait how long callers wait for a user
     * @return the grant
     */
    public static Grant create(
            ProtectedServer server, McpOAuthSettings settings, TokenEndpoint endpoint, UserWait wait) {
        AuthorizationFailures failures = new AuthorizationFailures(server.name());
        Assertions assertions = new Assertions(server, settings);
        return switch (settings.grant()) {
            case AUTHORIZATION_CODE -> new AuthorizationCodeGrant(server, settings, endpoint, wait);
            case CLIENT_CREDENTIALS -> new ClientCredentialsGrant(endpoint);
            case ENTERPRISE_MANAGED -> new EnterpriseManagedGrant(settings, assertions, endpoint, failures);
            case JWT_BEARER -> new JwtBearerGrant(assertions, endpoint, failures);
            case TOKEN_EXCHANGE -> new TokenExchangeGrant(assertions, endpoint);
        };
    }
}
