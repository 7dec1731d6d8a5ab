package io.mcpclient.internal.oauth;

import java.util.List;

import io.mcpclient.auth.AuthorizedRequest;
import io.mcpclient.auth.HttpRefusal;
import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpAuthorizationException.Reason;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.text.SafeText;

/** Creates the errors of requests that a server still rejects after all possible remedies. Thread-safe. */
final class AccessFailures {

    private static final int MAX_ERROR = 64;

    private static final int MAX_DESCRIPTION = 512;

    private final String serverName;

    AccessFailures(String serverName) {
        this.serverName = serverName;
    }

    McpAuthorizationException refusedAgain(AuthorizedRequest request, HttpRefusal refusal) {
        return failure(
                request,
                refusal,
                "the server rejected a newly issued token" + reason(refusal),
                "Ask its operator which tokens it accepts, and check auth.issuer, auth.scopes, auth.dpop and, if the"
                        + " authorization server requires an audience, auth.authorization-parameters.");
    }

    McpAuthorizationException scopesMissing(AuthorizedRequest request, HttpRefusal refusal, boolean canAskForMore) {
        List<String> scopes = ScopeChoice.challenged(refusal.challenges());
        if (scopes.isEmpty()) {
            return failure(
                    request,
                    refusal,
                    "the server requires a scope that it does not name" + reason(refusal),
                    "Ask its operator for the scope, and add it to auth.scopes.");
        }
        String missing = "the server requires scope " + SafeText.excerpt(String.join(" ", scopes));
        return failure(
                request,
                refusal,
                missing
                        + (canAskForMore
                                ? ", which was requested without success"
                                : ", which this client's tokens do not have")
                        + reason(refusal),
                canAskForMore
                        ? "Ask the user to consent to it, and check that the user may have it."
                        : "Ask the operator of the authorization server to allow it to this client, and add it to"
                                + " auth.scopes.");
    }

    /** The server demands scopes that are not configured, and no others are requested. */
    McpAuthorizationException scopesNotConfigured(AuthorizedRequest request, HttpRefusal refusal) {
        return failure(
                request,
                refusal,
                "the server requires scope "
                        + SafeText.excerpt(String.join(" ", ScopeChoice.challenged(refusal.challenges())))
                        + ", and auth.scope-selection permits only those of auth.scopes" + reason(refusal),
                "Add it to auth.scopes, or set auth.scope-selection to add.");
    }

    /** The reason that the server gives, printable: from the first challenge that has an error. */
    private static String reason(HttpRefusal refusal) {
        return refusal.challenges().stream()
                .filter(challenge -> challenge.errorDescription() != null)
                .findFirst()
                .map(challenge -> ": " + SafeText.excerpt(challenge.error(), MAX_ERROR) + " \""
                        + SafeText.excerpt(challenge.errorDescription(), MAX_DESCRIPTION) + "\"")
                .orElse("");
    }

    private McpAuthorizationException failure(
            AuthorizedRequest request, HttpRefusal refusal, String problem, String remedy) {
        McpErrorDetails details = McpErrorDetails.of(this.serverName, request.operation(), McpOutcome.REJECTED, problem)
                .withRemedy(RemedyText.of(this.serverName, remedy));
        return new McpAuthorizationException(
                details,
                Reason.REFUSED,
                refusal.status(),
                null,
                ScopeChoice.challenged(refusal.challenges()),
                refusal.challenges());
    }
}
