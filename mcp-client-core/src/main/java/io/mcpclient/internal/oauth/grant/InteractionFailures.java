package io.mcpclient.internal.oauth.grant;

import java.util.List;

import org.jspecify.annotations.Nullable;

import io.mcpclient.auth.McpAuthorizationRequest;
import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpAuthorizationException.Reason;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;

/** Errors about users who are needed and do not answer. Thread-safe. */
final class InteractionFailures {

    private static final int UNAUTHORIZED = 401;

    private final String serverName;

    InteractionFailures(String serverName) {
        this.serverName = serverName;
    }

    /** Nobody waits any longer, but the user may still answer. */
    McpAuthorizationException waitedFor(McpAuthorizationRequest request) {
        return failure(
                request.scopes(),
                "a user has to agree in a browser first",
                "Let the user open the page of authorization request " + request.id() + ", which ends at "
                        + request.expiresAt() + ", and call again after that.",
                null);
    }

    /** The request is over. */
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
