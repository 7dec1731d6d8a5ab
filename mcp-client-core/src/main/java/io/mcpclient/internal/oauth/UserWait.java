package io.mcpclient.internal.oauth;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import io.mcpclient.auth.McpAuthorizationRequest;
import io.mcpclient.auth.ProtectedServer;
import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpAuthorizationException.Reason;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.internal.support.Loggers;
import io.mcpclient.time.TimeSource;

/**
 * Limits how long callers wait for a user. The time of each caller starts when the user is prompted, or at the call if that has
 * already happened. The operation continues without the callers. Thread-safe.
 */
public final class UserWait {

    private static final Logger logger = Loggers.AUTH;

    private final Failures failures;

    private final Duration limit;

    private final TimeSource time;

    private volatile Sinks.One<McpAuthorizationRequest> shown = Sinks.one();

    /** Why the last user could not be authorized, or {@code null}. */
    private volatile @Nullable String lastProblem;

    /**
     * Creates the wait for the user of one server.
     * @param server the server
     * @param limit maximum wait of a caller; zero for none
     */
    public UserWait(ProtectedServer server, Duration limit) {
        this.failures = new Failures(server.name());
        this.limit = limit;
        this.time = server.time();
    }

    void begin(McpAuthorizationRequest request) {
        this.shown.tryEmitValue(request);
    }

    void end() {
        this.shown = Sinks.one();
    }

    void succeeded() {
        this.lastProblem = null;
    }

    /** Records why a user who has answered could not be authorized. The user sees it in the browser, the operator here. */
    void failed(McpAuthorizationRequest request, Throwable error) {
        this.lastProblem = (error instanceof McpException failure) ? failure.problem() : "internal error";
        logger.warn(
                "MCP server \"{}\": the authorization of {} has failed: {}",
                request.serverName(),
                request.principal().isApplication() ? "the application" : "a user",
                this.lastProblem);
    }

    /**
     * Limits the wait of one caller.
     * @param work the operation; with or without a user
     * @param <T> its result
     * @return the same, or the error that a user is required
     */
    public <T> Mono<T> bound(Mono<T> work) {
        return Mono.defer(() -> {
            Mono<T> over = this.shown
                    .asMono()
                    .delayElement(this.limit, this.time.timers())
                    .flatMap(request -> Mono.error(this.failures.waitedFor(request, this.lastProblem)));
            return Mono.firstWithSignal(work, over);
        });
    }

    /** Creates the errors of pending and failed user interactions. Thread-safe. */
    static final class Failures {

        private static final int UNAUTHORIZED = 401;

        private final String serverName;

        Failures(String serverName) {
            this.serverName = serverName;
        }

        /** The caller no longer waits, but the user may still respond. */
        McpAuthorizationException waitedFor(McpAuthorizationRequest request, @Nullable String lastProblem) {
            String page = (request.userCode() != null)
                    ? request.url() + " and to enter the code " + request.userCode()
                    : "the page of authorization request " + request.id();
            return failure(
                    request.scopes(),
                    "a user has to consent in a browser first"
                            + ((lastProblem != null) ? "; the last attempt has failed: " + lastProblem : ""),
                    "Ask the user to open " + page + ", which expires at " + request.expiresAt()
                            + ", and repeat the call afterwards.",
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
}
