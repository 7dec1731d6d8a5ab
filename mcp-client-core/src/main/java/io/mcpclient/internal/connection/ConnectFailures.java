package io.mcpclient.internal.connection;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import reactor.core.Exceptions;

import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpInitializationException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpSessionException;
import io.mcpclient.internal.era.UnsharedSessions;
import io.mcpclient.internal.support.OperationNames;
import io.mcpclient.settings.McpEndpointSettings;
import io.mcpclient.settings.McpHttpSettings;
import io.mcpclient.settings.McpProcessSettings;
import io.mcpclient.text.SafeText;

/**
 * Errors of a connection as a whole, for one server. A process has no address, and a URL no command.
 *
 * @param serverName configured name of the server
 * @param endpoint the server; {@code null} for a custom transport
 */
record ConnectFailures(String serverName, @Nullable McpEndpointSettings endpoint) {

    /** Maximum number of addresses whose problem an error describes. */
    private static final int MAX_PROBLEMS = 3;

    McpException closed() {
        return new McpRejectedException(
                McpErrorDetails.of(
                        this.serverName, OperationNames.CONNECT, McpOutcome.NOT_SENT, "the client is closed"),
                McpRejectedException.Reason.CLOSED);
    }

    /**
     * Error of an attempt whose time limit has passed.
     * @param startup state of a server that is being started, or {@code null} if there is none
     * @param isWaitedFor whether the next attempt waits for the same start
     */
    McpException timedOut(Duration limit, @Nullable String startup, boolean isWaitedFor) {
        if (startup != null) {
            String next = isWaitedFor ? "The next attempt waits for the same process." : "The process is replaced.";
            return new McpInitializationException(McpErrorDetails.of(
                            this.serverName,
                            OperationNames.CONNECT,
                            McpOutcome.NOT_SENT,
                            "no response within " + limit.toMillis() + " ms: " + startup)
                    .withRemedy(next + " A first start may download packages: raise connect-timeout if it takes longer,"
                            + " and check that the command is an MCP server over stdio."));
        }
        return new McpInitializationException(McpErrorDetails.of(
                        this.serverName,
                        OperationNames.CONNECT,
                        McpOutcome.NOT_SENT,
                        "no response within " + limit.toMillis() + " ms")
                .withRemedy(
                        (this.endpoint instanceof McpHttpSettings)
                                ? "Check that an MCP server listens at this address, or raise connect-timeout."
                                : "Check that "
                                        + (isProcess()
                                                ? "the command is an MCP server over stdio"
                                                : "the server responds")
                                        + ", or raise connect-timeout."));
    }

    private boolean isProcess() {
        return this.endpoint instanceof McpProcessSettings;
    }

    /**
     * The user or the authorization server has not responded in time.
     * @param pending request to the authorization server that was not answered, {@code null} if there is none
     */
    McpException timedOutForCredentials(Duration limit, @Nullable URI pending) {
        if (pending != null) {
            return new McpInitializationException(McpErrorDetails.of(
                            this.serverName,
                            OperationNames.CONNECT,
                            McpOutcome.NOT_SENT,
                            "no response within " + limit.toMillis()
                                    + " ms: the authorization server has not responded to " + SafeText.address(pending))
                    .withRemedy(
                            "Check that the authorization server is running and reachable, or raise connect-timeout."));
        }
        return new McpAuthorizationException(
                McpErrorDetails.of(
                                this.serverName,
                                OperationNames.CONNECT,
                                McpOutcome.NOT_SENT,
                                "the server requires credentials, and none were available within " + limit.toMillis()
                                        + " ms")
                        .withRemedy(
                                "Call again after the user has completed the authorization, or raise connect-timeout."),
                McpAuthorizationException.Reason.REFUSED,
                401,
                null,
                List.of(),
                List.of());
    }

    /** The resolver of the application has failed. */
    McpException unresolved(Throwable error) {
        Throwable cause = Exceptions.unwrap(error);
        if (cause instanceof McpException known) {
            return known;
        }
        return unresolved("the addresses of the server could not be resolved: " + describe(cause), cause);
    }

    /** The resolver of the application knows no address. */
    McpException noAddress() {
        return unresolved("no address of the server is known", null);
    }

    private McpException unresolved(String problem, @Nullable Throwable cause) {
        return new McpConnectionException(McpErrorDetails.of(
                        this.serverName, OperationNames.CONNECT, McpOutcome.NOT_SENT, problem)
                .withRemedy("Check that an instance of the server is registered, and the resolver of its addresses.")
                .withCause(cause));
    }

    /** One of several addresses has not responded in its share of the time limit. */
    McpException silent(String address, Duration limit) {
        return new McpConnectionException(McpErrorDetails.of(
                this.serverName,
                OperationNames.CONNECT,
                McpOutcome.NOT_SENT,
                "no response from " + address + " within " + limit.toMillis() + " ms"));
    }

    /**
     * Several addresses were tried, and none could be connected.
     * @param errors the error of each
     */
    McpException noneReachable(List<McpException> errors) {
        McpException last = errors.get(errors.size() - 1);
        String problems = errors.stream()
                .skip(Math.max(0, errors.size() - MAX_PROBLEMS))
                .map(McpException::problem)
                .collect(Collectors.joining("; "));
        return new McpInitializationException(McpErrorDetails.of(
                        this.serverName,
                        OperationNames.CONNECT,
                        McpOutcome.NOT_SENT,
                        "none of " + errors.size() + " addresses could be connected: " + problems)
                .withRemedy(last.remedy())
                .withCause(last));
    }

    /** Keeps errors that are more specific than "could not connect", and wraps all others. */
    McpException ofAttempt(Throwable error) {
        Throwable cause = Exceptions.unwrap(error);
        if (cause instanceof McpInitializationException
                || cause instanceof McpAuthorizationException
                || cause instanceof McpConfigurationException) {
            return (McpException) cause;
        }
        String problem = (cause instanceof McpException failure) ? failure.problem() : "unexpected " + describe(cause);
        return new McpInitializationException(
                McpErrorDetails.of(this.serverName, OperationNames.CONNECT, McpOutcome.NOT_SENT, problem)
                        .withRemedy((cause instanceof McpException failure) ? failure.remedy() : null)
                        .withCause(cause));
    }

    /** Error of a call during a pause: no attempt is made, so that a server in trouble is not flooded. */
    McpException held(McpException cause, Instant nextAttempt) {
        McpErrorDetails details = McpErrorDetails.of(
                        this.serverName,
                        OperationNames.CONNECT,
                        McpOutcome.NOT_SENT,
                        "not connected, next attempt at " + nextAttempt.truncatedTo(ChronoUnit.MILLIS)
                                + "; the last error was: " + cause.problem())
                .withRemedy(cause.remedy())
                .withCause(cause);
        if (cause instanceof McpAuthorizationException refusal) {
            return new McpAuthorizationException(
                    details,
                    refusal.reason(),
                    refusal.status(),
                    refusal.challenge(),
                    refusal.requiredScopes(),
                    refusal.challenges());
        }
        return (cause instanceof McpSessionException)
                ? new McpSessionException(details)
                : new McpConnectionException(details);
    }

    /** Error for sessions that are repeatedly lost right after their start (fault D11). */
    McpException unshared(McpException cause, String operation, McpOutcome outcome) {
        return new McpSessionException(McpErrorDetails.of(
                        this.serverName,
                        operation,
                        outcome,
                        "the server " + UnsharedSessions.SUSPICION + ": " + Reconnects.TOO_MANY
                                + " sessions were lost within " + Reconnects.HEALTHY.toSeconds() + " s: "
                                + cause.problem())
                .withRemedy(UnsharedSessions.remedy(this.serverName))
                .withCause(cause));
    }

    McpException ofLoss(Throwable cause) {
        if (cause instanceof McpSessionException lost) {
            return lost;
        }
        McpException known = (cause instanceof McpException failure) ? failure : null;
        String why = (known != null) ? known.problem() : describe(cause);
        return new McpConnectionException(McpErrorDetails.of(
                        this.serverName,
                        "connection",
                        McpOutcome.UNKNOWN,
                        isProcess() ? why : "the connection ended: " + why)
                .withRemedy((known != null) ? known.remedy() : null)
                .withCause(cause));
    }

    private static String describe(Throwable error) {
        String type = error.getClass().getSimpleName();
        return (error.getMessage() != null) ? type + ": " + SafeText.excerpt(error.getMessage()) : type;
    }
}
