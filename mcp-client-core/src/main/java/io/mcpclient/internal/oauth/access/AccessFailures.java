package io.mcpclient.internal.oauth.access;

import java.util.List;

import io.mcpclient.auth.AuthorizedRequest;
import io.mcpclient.auth.HttpRefusal;
import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpAuthorizationException.Reason;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.internal.support.SafeText;

/** Errors of requests that a server refuses although what can be done has been done. Thread-safe. */
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
                "the server refuses a token that was issued just now" + reason(refusal),
                "Ask its operator what tokens it accepts; see also auth.issuer, auth.scopes and auth.dpop.");
    }

    McpAuthorizationException scopesMissing(AuthorizedRequest request, HttpRefusal refusal, boolean canAskForMore) {
        List<String> scopes = ScopeChoice.challenged(refusal.challenges());
        String missing = scopes.isEmpty() ? "more scopes" : "scope " + SafeText.excerpt(String.join(" ", scopes));
        return failure(
                request,
                refusal,
                (canAskForMore
                                ? "the server demands " + missing + ", which was asked for and did not do"
                                : "the server demands " + missing + ", which tokens of this client do not have")
                        + reason(refusal),
                canAskForMore
                        ? "Let the user agree to it, or see whether the user may have it at all."
                        : "Let the operator of the authorization server allow it to this client, and add it to"
                                + " auth.scopes.");
    }

    /** What the server says about it, printable: the first challenge that says something. */
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
                .withRemedy(remedy);
        return new McpAuthorizationException(
                details,
                Reason.REFUSED,
                refusal.status(),
                null,
                ScopeChoice.challenged(refusal.challenges()),
                refusal.challenges());
    }
}
