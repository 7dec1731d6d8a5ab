package io.mcpclient.autoconfigure.security;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeoutException;

import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.client.ClientAuthorizationRequiredException;
import org.springframework.security.oauth2.core.OAuth2AuthorizationException;
import org.springframework.security.oauth2.core.OAuth2ErrorCodes;

import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpAuthorizationException.Reason;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.text.SafeText;

/**
 * Translates failures of Spring Security's OAuth2 client. Of an authorization server's response, only the error code is
 * shown.
 *
 * <pre>
 *  a user has to sign in first, or again     INTERACTION_REQUIRED
 *  the registration's grant is not supported SETTINGS
 *  the authorization server is unreachable   McpConnectionException
 *  else                                      AUTHORIZATION_SERVER
 * </pre>
 *
 * @see "fault H20"
 */
record RegistrationFailures(String server, String registrationId, String operation) {

    Throwable of(Throwable error) {
        if (error instanceof ClientAuthorizationRequiredException) {
            return exception(
                    Reason.INTERACTION_REQUIRED,
                    "client registration \"" + this.registrationId + "\" has no token for the user",
                    signIn());
        }
        Throwable interruption = interruption(error);
        if (interruption != null) {
            return new McpConnectionException(details(
                    "client registration \"" + this.registrationId
                            + "\" failed to obtain a token: no response of the authorization server ("
                            + interruption.getClass().getSimpleName() + ")",
                    "Check that it is running and reachable, and its URLs in spring.security.oauth2.client.provider."));
        }
        if (error instanceof OAuth2AuthorizationException refused) {
            if (OAuth2ErrorCodes.INVALID_GRANT.equals(refused.getError().getErrorCode())) {
                return exception(
                        Reason.INTERACTION_REQUIRED,
                        "the token of client registration \"" + this.registrationId
                                + "\" has expired, and its grant is no longer valid",
                        signIn());
            }
            return exception(
                    Reason.AUTHORIZATION_SERVER,
                    "client registration \"" + this.registrationId + "\" failed to obtain a token: "
                            + SafeText.excerpt(refused.getError().getErrorCode()),
                    "Check spring.security.oauth2.client.registration." + this.registrationId
                            + ", and the authorization server.");
        }
        return error;
    }

    private String signIn() {
        return "Let the user sign in at /oauth2/authorization/" + this.registrationId + ".";
    }

    /** Returns the network failure behind an error, or {@code null} if there was a response. */
    private static @Nullable Throwable interruption(Throwable error) {
        Throwable found = null;
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            found = (cause instanceof IOException || cause instanceof TimeoutException) ? cause : found;
        }
        return found;
    }

    Throwable noGrant() {
        return new McpAuthorizationException(
                details(
                        "client registration \"" + this.registrationId
                                + "\" has a grant type that is not supported here",
                        "Use authorization_code or client_credentials, or define a bean"
                                + " OAuth2AuthorizedClientProvider for its grant."),
                Reason.SETTINGS,
                401,
                null,
                List.of(),
                List.of());
    }

    /** Omits the cause because its message may quote the authorization server. */
    private McpAuthorizationException exception(Reason reason, String problem, String remedy) {
        return new McpAuthorizationException(details(problem, remedy), reason, 401, null, List.of(), List.of());
    }

    private McpErrorDetails details(String problem, String remedy) {
        return McpErrorDetails.of(this.server, this.operation, McpOutcome.NOT_SENT, problem)
                .withRemedy(remedy);
    }
}
