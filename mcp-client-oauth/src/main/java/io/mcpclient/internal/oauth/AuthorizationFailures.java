package io.mcpclient.internal.oauth;

import java.util.List;

import org.jspecify.annotations.Nullable;

import io.mcpclient.auth.McpAuthorizationRequest;
import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpAuthorizationException.Reason;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;

/**
 * Errors that occur before a token exists. The call that requires the token has not been executed in any of them.
 * Thread-safe.
 *
 * @see "fault A06"
 */
final class AuthorizationFailures {

    private static final String OPERATION = "authorization";

    private static final int UNAUTHORIZED = 401;

    private static final String SCOPES =
            "Check auth.scopes; if it refuses offline_access, set auth.offline-access to false.";

    private static final String TARGET =
            "Ask its operator whether it issues tokens for this server. If it does not support the parameter resource, set"
                    + " auth.resource to never, with auth.issuer and auth.client-id.";

    private final String serverName;

    AuthorizationFailures(String serverName) {
        this.serverName = serverName;
    }

    /** An error about untrusted information. Problems are printable, remedies are sentences. */
    McpAuthorizationException untrusted(String problem, @Nullable String remedy) {
        return failure(Reason.UNTRUSTED, List.of(), problem, remedy, null);
    }

    /** An error about missing settings; the remedy names the properties. */
    McpAuthorizationException settings(String problem, String remedy) {
        return failure(Reason.SETTINGS, List.of(), problem, remedy, null);
    }

    /** An error about an authorization server, or a document about one. */
    McpAuthorizationException authorizationServer(String problem, @Nullable String remedy, @Nullable Throwable cause) {
        return failure(Reason.AUTHORIZATION_SERVER, List.of(), problem, remedy, cause);
    }

    /** An error about a user who has to consent, or did not. */
    McpAuthorizationException interaction(
            McpAuthorizationRequest request, String problem, String remedy, @Nullable Throwable cause) {
        return failure(Reason.INTERACTION_REQUIRED, request.scopes(), problem, remedy, cause);
    }

    /** The error for applications about an error of the token endpoint, which is printable. */
    McpAuthorizationException refused(TokenRefusedException refused) {
        return authorizationServer(
                "the authorization server issued no token: " + refused.getMessage(),
                remedyOfToken(refused.error()),
                refused);
    }

    private static String remedyOfToken(String error) {
        return switch (error) {
            case "invalid_client" ->
                "Check auth.client-id, auth.client-secret, auth.private-key and auth.token-auth-method.";
            case "invalid_grant" ->
                "The grant is expired, already used, or not for this server: check the source of"
                        + " assertions, or ask the user to consent again. If the authorization server does not support the"
                        + " parameter resource, set auth.resource to never.";
            case "invalid_scope" -> SCOPES;
            case "unauthorized_client", "unsupported_grant_type" ->
                "Check auth.grant, and the grants that the authorization server allows this client.";
            case "invalid_target" -> TARGET;
            case "access_denied" -> "Ask for access to this server, or reduce auth.scopes.";
            default -> "Ask the operator of the authorization server.";
        };
    }

    /** The remedy for an error of the authorization endpoint. */
    static String remedyOfPage(String error) {
        return switch (error) {
            case "invalid_scope" -> SCOPES;
            case "invalid_target" -> TARGET;
            case "invalid_request" -> "Check auth.scopes, auth.client-id and auth.redirect-uri. " + TARGET;
            default -> "Ask the user to consent, and check auth.scopes and auth.client-id.";
        };
    }

    private McpAuthorizationException failure(
            Reason reason, List<String> scopes, String problem, @Nullable String remedy, @Nullable Throwable cause) {
        McpErrorDetails details = McpErrorDetails.of(this.serverName, OPERATION, McpOutcome.NOT_SENT, problem)
                .withRemedy(remedy)
                .withCause(cause);
        return new McpAuthorizationException(details, reason, UNAUTHORIZED, null, scopes, List.of());
    }
}
