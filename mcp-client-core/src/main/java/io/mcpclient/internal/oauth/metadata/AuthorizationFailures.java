package io.mcpclient.internal.oauth.metadata;

import java.util.List;

import org.jspecify.annotations.Nullable;

import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpAuthorizationException.Reason;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;

/**
 * Errors of what comes before a token is there. None of them has anything to do with the call that needs the token: it has not
 * been executed. Thread-safe.
 *
 * @see "fault A06"
 */
public final class AuthorizationFailures {

    private static final String OPERATION = "authorization";

    private static final int UNAUTHORIZED = 401;

    private final String serverName;

    /**
     * Creates errors.
     * @param serverName configured name of the server they belong to
     */
    public AuthorizationFailures(String serverName) {
        this.serverName = serverName;
    }

    /**
     * Returns an error about something that is said and cannot be trusted.
     * @param problem what it is, printable
     * @param remedy what to do, as a sentence, or {@code null}
     * @return the error
     */
    public McpAuthorizationException untrusted(String problem, @Nullable String remedy) {
        return failure(Reason.UNTRUSTED, problem, remedy, null);
    }

    /**
     * Returns an error about what the settings lack.
     * @param problem what it is, printable
     * @param remedy which properties to set, as a sentence
     * @return the error
     */
    public McpAuthorizationException settings(String problem, String remedy) {
        return failure(Reason.SETTINGS, problem, remedy, null);
    }

    /**
     * Returns an error about an authorization server, or a document about one.
     * @param problem what it is, printable
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
