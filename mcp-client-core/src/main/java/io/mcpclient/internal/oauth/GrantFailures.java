package io.mcpclient.internal.oauth;

import io.mcpclient.error.McpAuthorizationException;

/** Errors of token endpoints, with remedies. */
public final class GrantFailures {

    private static final String SCOPES =
            "Check auth.scopes; if it refuses offline_access, set auth.offline-access to false.";

    private static final String TARGET =
            "Ask its operator whether it issues tokens for this server. If it does not support the parameter resource, set"
                    + " auth.resource to never, with auth.issuer and auth.client-id.";

    private GrantFailures() {}

    /** Returns the remedy for an error of the authorization endpoint. */
    static String ofRequest(String error) {
        return switch (error) {
            case "invalid_scope" -> SCOPES;
            case "invalid_target" -> TARGET;
            case "invalid_request" -> "Check auth.scopes, auth.client-id and auth.redirect-uri. " + TARGET;
            default -> "Ask the user to consent, and check auth.scopes and auth.client-id.";
        };
    }

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
                        + " assertions, or ask the user to consent again. If the authorization server does not support the"
                        + " parameter resource, set auth.resource to never.";
            case "invalid_scope" -> SCOPES;
            case "unauthorized_client", "unsupported_grant_type" ->
                "Check auth.grant, and the grants that the authorization" + " server allows this client.";
            case "invalid_target" -> TARGET;
            case "access_denied" -> "Ask for access to this server, or reduce auth.scopes.";
            default -> "Ask the operator of the authorization server.";
        };
    }
}
