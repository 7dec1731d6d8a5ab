package io.mcpclient.internal.oauth;

import java.time.Duration;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import io.mcpclient.auth.McpAuthorizationPrompt;
import io.mcpclient.auth.McpAuthorizationRequest;
import io.mcpclient.auth.ProtectedServer;
import io.mcpclient.error.McpException;
import io.mcpclient.support.Loggers;
import io.mcpclient.text.SafeText;
import io.mcpclient.time.TimeSource;

/**
 * Limits how long callers wait for a user. The time of each caller starts when the user is prompted, or at the call if that has
 * already happened. The operation continues without the callers. Thread-safe.
 */
final class UserWait {

    private static final Logger logger = Loggers.AUTH;

    private final AuthorizationFailures failures;

    private final @Nullable McpAuthorizationPrompt prompt;

    private final Duration limit;

    private final TimeSource time;

    private volatile Sinks.One<McpAuthorizationRequest> shown = Sinks.one();

    private volatile boolean waiting;

    /** Why the last user could not be authorized, or {@code null}. */
    private volatile @Nullable String lastProblem;

    /** @param prompt limits the wait of a caller, and knows the link of a request; {@code null} for no wait */
    UserWait(ProtectedServer server, @Nullable McpAuthorizationPrompt prompt) {
        this.failures = new AuthorizationFailures(server.name());
        this.prompt = prompt;
        this.limit = (prompt != null) ? prompt.timeout() : Duration.ZERO;
        this.time = server.time();
    }

    void begin(McpAuthorizationRequest request) {
        this.waiting = true;
        this.shown.tryEmitValue(request);
    }

    void end() {
        this.waiting = false;
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

    /** Whether a user is waited for. */
    boolean isWaiting() {
        return this.waiting;
    }

    /**
     * Limits the wait of one caller.
     * @param work the operation; with or without a user
     * @param instead what is done first as soon as the operation waits for a user; empty if that yields no result
     * @param <T> its result
     * @return the result of either, or the error that a user is required
     */
    <T> Mono<T> bound(Mono<T> work, Mono<T> instead) {
        return unlessWaiting(
                work,
                request ->
                        instead.switchIfEmpty(this.time.delay(this.limit).then(Mono.error(() -> waitedFor(request)))));
    }

    /**
     * Does something else as soon as an operation waits for a user, which may take minutes.
     * @param work the operation; it continues
     * @param instead what is done then
     * @param <T> the result
     * @return the result of either
     */
    <T> Mono<T> unlessWaiting(Mono<T> work, Function<McpAuthorizationRequest, Mono<T>> instead) {
        return Mono.defer(() -> Mono.firstWithSignal(work, this.shown.asMono().flatMap(instead)));
    }

    /** The caller no longer waits, but the user may still respond. */
    private McpException waitedFor(McpAuthorizationRequest request) {
        String problem = this.lastProblem;
        return this.failures.interaction(
                request,
                "a user has to consent in a browser first"
                        + ((problem != null) ? "; the last attempt has failed: " + problem : ""),
                "Ask the user to open " + page(request) + ", which expires at " + request.expiresAt()
                        + ", and repeat the call afterwards.",
                null);
    }

    /** What the user can open; the URL of a request without a code is for one browser alone. */
    private String page(McpAuthorizationRequest request) {
        if (request.userCode() != null) {
            return request.url() + " and to enter the code " + request.userCode();
        }
        String link = (this.prompt != null) ? this.prompt.link(request) : null;
        return (link != null)
                ? link
                : "the page of " + SafeText.excerpt(request.issuer()) + " that the application shows";
    }
}
