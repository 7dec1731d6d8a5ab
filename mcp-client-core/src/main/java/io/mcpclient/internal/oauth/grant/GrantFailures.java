package io.mcpclient.internal.oauth.grant;

import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.internal.oauth.metadata.AuthorizationFailures;
import io.mcpclient.internal.oauth.token.TokenRefusedException;

/** Errors of token endpoints, with remedies. */
public final class GrantFailures {

    private GrantFailures() {}

    /**
     * Creates an error for applications.
     * @param failures creates it
     * @param refused error of the token endpoint, printable
     * @return the error, with remedy
     */
    public static McpAuthorizationException of(AuthorizationFailures failures, TokenRefusedException refused) {
        return failures.authorizationServer(
                "the authorization server issued no token: " + refused.getMessage(), remedy(refused.error()), refused);
    }

    private static String remedy(String error) {
        return switch (error) {
            case "invalid_client" ->
                "Check auth.client-id, auth.client-secret, auth.private-key and" + " auth.token-auth-method.";
            case "invalid_grant" ->
                "The grant is expired, already used, or not for this server: check the source of"
                        + " assertions, or ask the user to consent again.";
            case "invalid_scope" -> "Check auth.scopes.";
            case "unauthorized_client", "unsupported_grant_type" ->
                "Check auth.grant, and the grants that the authorization" + " server allows this client.";
            case "invalid_target" -> "Ask its operator whether it issues tokens for this server.";
            case "access_denied" -> "Ask for access to this server, or reduce auth.scopes.";
            default -> "Ask the operator of the authorization server.";
        };
    }
}
