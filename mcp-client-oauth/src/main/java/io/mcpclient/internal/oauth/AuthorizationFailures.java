package io.mcpclient.internal.oauth;

import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.mcpclient.auth.CredentialFile;
import io.mcpclient.auth.McpAuthorizationRequest;
import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpAuthorizationException.Reason;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.text.SafeText;

/**
 * Errors that occur before a token exists. The call that requires the token has not been executed in any of them.
 * Thread-safe.
 *
 * @see "fault A06"
 */
final class AuthorizationFailures {

    private static final String OPERATION = "authorization";

    private static final int UNAUTHORIZED = 401;

    private static final int MAX_SCOPES = 512;

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

    /**
     * Reads a configured secret. Its source may fail, such as a file that is missing: nothing was sent then. Messages of sources
     * other than files may contain secrets.
     * @param key name of the property, such as {@code auth.client-secret}
     * @param source source of the secret
     * @return the secret, may be empty
     */
    String secret(String key, Supplier<String> source) {
        try {
            return Objects.requireNonNullElse(source.get(), "");
        } catch (McpException ex) {
            throw ex;
        } catch (RuntimeException ex) {
            boolean isFile = source instanceof CredentialFile;
            throw settings(
                    RemedyText.property(this.serverName, key) + " is not available: "
                            + (isFile ? ex.getMessage() : ex.getClass().getSimpleName()),
                    isFile ? "Make the file readable, or correct its path." : "Check the source of the secret.");
        }
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

    /**
     * The error for applications about an error of the token endpoint, which is printable.
     * @param refused the error
     * @param scopes requested scopes
     */
    McpAuthorizationException refused(TokenRefusedException refused, List<String> scopes) {
        return authorizationServer(
                "the authorization server issued no token: " + refused.getMessage()
                        + requested(refused.error(), scopes),
                remedyOfToken(refused.error(), scopes),
                refused);
    }

    /** The error for applications about an error of an identity provider, which is printable. */
    McpAuthorizationException refusedByProvider(TokenRefusedException refused) {
        String remedy =
                switch (refused.error()) {
                    case TokenRefusedException.INVALID_CLIENT, "unauthorized_client" ->
                        "Check auth.identity-provider.client-id and auth.identity-provider.client-secret, and what the identity"
                                + " provider allows this client.";
                    case TokenRefusedException.INVALID_GRANT, "invalid_request", "invalid_token" ->
                        "Check the source of the user's ID token: if it has expired, the user has to log in again.";
                    default -> "Ask the operator of the identity provider.";
                };
        return authorizationServer(
                "the identity provider issued no assertion: " + refused.getMessage(), remedy, refused);
    }

    /** The requested scopes if an error is about them, as the end of a problem; otherwise empty. */
    static String requested(String error, List<String> scopes) {
        if (!error.equals(TokenRefusedException.INVALID_SCOPE)) {
            return "";
        }
        return scopes.isEmpty()
                ? "; no scopes were requested"
                : "; requested scopes: " + SafeText.excerpt(String.join(" ", scopes), MAX_SCOPES);
    }

    private static String remedyOfScopes(List<String> scopes) {
        if (scopes.isEmpty()) {
            return "Set auth.scopes to the scopes that this client may have.";
        }
        return "Set auth.scopes to the scopes that this client may have, possibly none, and auth.scope-selection to only, so"
                + " that those that the server names are not added."
                + (scopes.contains(ScopeChoice.OFFLINE)
                        ? " If it refuses offline_access alone, set auth.offline-access to false."
                        : "");
    }

    private static String remedyOfToken(String error, List<String> scopes) {
        return switch (error) {
            case "invalid_client" ->
                "Check auth.client-id, auth.client-secret, auth.private-key and auth.token-auth-method.";
            case "invalid_grant" ->
                "The grant is expired, already used, or not for this server: check the source of"
                        + " assertions, or ask the user to consent again. If the authorization server does not support the"
                        + " parameter resource, set auth.resource to never.";
            case TokenRefusedException.INVALID_SCOPE -> remedyOfScopes(scopes);
            case "unauthorized_client", "unsupported_grant_type" ->
                "Check auth.grant, and the grants that the authorization server allows this client.";
            case "invalid_target" -> TARGET;
            case "invalid_dpop_proof", "use_dpop_nonce" ->
                "Check the clock of this machine. If it is right, set auth.dpop to off, unless the server requires bound tokens.";
            case "access_denied" ->
                "Ask for access to this server, or request fewer scopes: auth.scopes, auth.scope-selection.";
            default -> "Ask the operator of the authorization server.";
        };
    }

    /** The remedy for an error of the authorization endpoint. */
    static String remedyOfPage(String error, List<String> scopes) {
        return switch (error) {
            case TokenRefusedException.INVALID_SCOPE -> remedyOfScopes(scopes);
            case "invalid_target" -> TARGET;
            case "invalid_request" -> "Check auth.scopes, auth.client-id and auth.redirect-uri. " + TARGET;
            default -> "Ask the user to consent, and check auth.scopes and auth.client-id.";
        };
    }

    private McpAuthorizationException failure(
            Reason reason, List<String> scopes, String problem, @Nullable String remedy, @Nullable Throwable cause) {
        McpErrorDetails details = McpErrorDetails.of(this.serverName, OPERATION, McpOutcome.NOT_SENT, problem)
                .withRemedy(RemedyText.of(this.serverName, remedy))
                .withCause(cause);
        return new McpAuthorizationException(details, reason, UNAUTHORIZED, null, scopes, List.of());
    }
}
