package io.mcpclient.internal.oauth;

import java.util.List;

import org.jspecify.annotations.Nullable;

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
public final class AuthorizationFailures {

    private static final String OPERATION = "authorization";

    private static final int UNAUTHORIZED = 401;

    private final String serverName;

    /**
     * Creates the errors of one server.
     * @param serverName configured name of the server that tokens are for
     */
    public AuthorizationFailures(String serverName) {
        this.serverName = serverName;
    }

    /**
     * Returns an error about untrusted information.
     * @param problem the problem, printable
     * @param remedy what to do, as a sentence, or {@code null}
     * @return the error
     */
    public McpAuthorizationException untrusted(String problem, @Nullable String remedy) {
        return failure(Reason.UNTRUSTED, problem, remedy, null);
    }

    /**
     * Returns an error about missing settings.
     * @param problem the problem, printable
     * @param remedy which properties to set, as a sentence
     * @return the error
     */
    public McpAuthorizationException settings(String problem, String remedy) {
        return failure(Reason.SETTINGS, problem, remedy, null);
    }

    /**
     * Returns an error about an authorization server, or a document about one.
     * @param problem the problem, printable
     * @param remedy what to do, as a sentence, or {@code null}
     * @param cause underlying failure, or {@code null}
     * @return the error
     */
    public McpAuthorizationException authorizationServer(
            String problem, @Nullable String remedy, @Nullable Throwable cause) {
        return failure(Reason.AUTHORIZATION_SERVER, problem, remedy, cause);
    }

    private McpAuthorizationException failure(
            Reason reason, String problem, @Nullable String remedy, @Nullable Throwable cause) {
        McpErrorDetails details = McpErrorDetails.of(this.serverName, OPERATION, McpOutcome.NOT_SENT, problem)
                .withRemedy(remedy)
                .withCause(cause);
        return new McpAuthorizationException(details, reason, UNAUTHORIZED, null, List.of(), List.of());
    }
}
