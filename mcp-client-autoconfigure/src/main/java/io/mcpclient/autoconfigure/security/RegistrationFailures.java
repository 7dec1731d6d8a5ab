package io.mcpclient.autoconfigure.security;

import java.util.List;

import org.springframework.security.oauth2.client.ClientAuthorizationRequiredException;
import org.springframework.security.oauth2.core.OAuth2AuthorizationException;

import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpAuthorizationException.Reason;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.text.SafeText;

/**
 * Translates failures of Spring Security's OAuth2 client. Of an authorization server's response, only the error code is
 * shown.
 *
 * <pre>
 *  a user has to sign in first               INTERACTION_REQUIRED
 *  the registration's grant is not supported SETTINGS
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
                    "Let the user sign in at /oauth2/authorization/" + this.registrationId + ".");
        }
        if (error instanceof OAuth2AuthorizationException refused) {
            return exception(
                    Reason.AUTHORIZATION_SERVER,
                    "client registration \"" + this.registrationId + "\" failed to obtain a token: "
                            + SafeText.excerpt(refused.getError().getErrorCode()),
                    "Check spring.security.oauth2.client.registration." + this.registrationId
                            + ", and the authorization server.");
        }
        return error;
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
