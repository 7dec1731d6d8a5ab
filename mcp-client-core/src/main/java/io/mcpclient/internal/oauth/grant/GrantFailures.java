package io.mcpclient.internal.oauth.grant;

import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.internal.oauth.metadata.AuthorizationFailures;
import io.mcpclient.internal.oauth.token.TokenRefusedException;

/** What can be done about the errors of token endpoints. */
public final class GrantFailures {

    private GrantFailures() {}

    /**
     * Makes an error for applications.
     * @param failures makes it
     * @param refused what the token endpoint said, printable
     * @return the error, with remedy
     */
    public static McpAuthorizationException of(AuthorizationFailures failures, TokenRefusedException refused) {
        return failures.authorizationServer(
                "the authorization server gives no token: " + refused.getMessage(), remedy(refused.error()), refused);
    }

    private static String remedy(String error) {
        return switch (error) {
            case "invalid_client" ->
                "Check auth.client-id, auth.client-secret, auth.private-key and" + " auth.token-auth-method.";
            case "invalid_grant" ->
                "What was presented is expired, used, or not for this server: check the source of"
                        + " assertions, or let the user agree anew.";
            case "invalid_scope" -> "Check auth.scopes.";
            case "unauthorized_client", "unsupported_grant_type" ->
                "Check auth.grant, and what the authorization" + " server allows this client.";
            case "invalid_target" -> "Ask its operator whether it issues tokens for this server.";
            case "access_denied" -> "Ask for access to this server, or reduce auth.scopes.";
            default -> "Ask the operator of the authorization server.";
        };
    }
}
