package io.mcpclient.internal.oauth.grant;

import java.util.List;

import org.jspecify.annotations.Nullable;

import io.mcpclient.auth.McpAuthorizationRequest;
import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpAuthorizationException.Reason;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;

/** Creates the errors of pending and failed user interactions. Thread-safe. */
final class InteractionFailures {

    private static final int UNAUTHORIZED = 401;

    private final String serverName;

    InteractionFailures(String serverName) {
        this.serverName = serverName;
    }

    /** The caller no longer waits, but the user may still respond. */
    McpAuthorizationException waitedFor(McpAuthorizationRequest request) {
        return failure(
                request.scopes(),
                "a user has to consent in a browser first",
                "Ask the user to open the page of authorization request " + request.id() + ", which expires at "
                        + request.expiresAt() + ", and repeat the call afterwards.",
                null);
    }

    /** The request has ended. */
    McpAuthorizationException over(
            McpAuthorizationRequest request, String problem, String remedy, @Nullable Throwable cause) {
        return failure(request.scopes(), problem, remedy, cause);
    }

    private McpAuthorizationException failure(
            List<String> scopes, String problem, String remedy, @Nullable Throwable cause) {
        McpErrorDetails details = McpErrorDetails.of(this.serverName, "authorization", McpOutcome.NOT_SENT, problem)
                .withRemedy(remedy)
                .withCause(cause);
        return new McpAuthorizationException(
                details, Reason.INTERACTION_REQUIRED, UNAUTHORIZED, null, scopes, List.of());
    }
}
