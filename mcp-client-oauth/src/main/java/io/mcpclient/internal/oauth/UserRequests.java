package io.mcpclient.internal.oauth;

import java.net.URI;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeoutException;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import io.mcpclient.auth.McpAuthorizationRequest;
import io.mcpclient.auth.McpOAuthSettings;
import io.mcpclient.auth.ProtectedServer;
import io.mcpclient.error.McpException;
import io.mcpclient.support.net.ForbiddenUrlException;
import io.mcpclient.support.net.McpNetworkPolicy;
import io.mcpclient.time.TimeSource;

/**
 * Requests to a user, with a limited lifetime: what the grants with a user have in common. Thread-safe.
 *
 * @see "faults H12, H14"
 */
final class UserRequests {

    /** Upper limit for users to respond, independent of the settings (fault H14). */
    private static final Duration LONGEST = Duration.ofMinutes(10);

    private final ProtectedServer server;

    private final McpOAuthSettings settings;

    private final UserWait wait;

    private final TimeSource time;

    private final AuthorizationFailures failures;

    /** Ends pending authorization requests. */
    private final Sinks.Many<Boolean> abandoned = Sinks.many().multicast().directBestEffort();

    UserRequests(ProtectedServer server, McpOAuthSettings settings, UserWait wait) {
        this.server = server;
        this.settings = settings;
        this.wait = wait;
        this.time = server.time();
        this.failures = new AuthorizationFailures(server.name());
    }

    /** What a user is asked, with the source of its outcome. */
    record Asked(McpAuthorizationRequest request, Sinks.Empty<Void> outcome) {}

    /**
     * Creates a request.
     * @param page page for the user
     * @param redirectUri redirect URI, or {@code null} if the browser does not return
     * @param userCode code that the user enters, or {@code null}
     */
    Asked ask(TokenRequest request, URI page, @Nullable URI redirectUri, @Nullable String userCode, Duration lifetime) {
        Sinks.Empty<Void> outcome = Sinks.empty();
        return new Asked(
                new McpAuthorizationRequest(
                        UUID.randomUUID().toString(),
                        this.server.name(),
                        this.server.principal().get(),
                        request.server().issuer(),
                        request.scopes(),
                        page,
                        redirectUri,
                        userCode,
                        this.time.instant().plus(lifetime),
                        outcome.asMono()),
                outcome);
    }

    Duration lifetime() {
        Duration configured = this.settings.promptTimeout();
        return (configured.compareTo(LONGEST) < 0) ? configured : LONGEST;
    }

    /**
     * Runs a request until its end, and publishes its outcome.
     * @param asked the request
     * @param tokens obtains the tokens from the user's answer
     */
    <T> Mono<T> run(Asked asked, Mono<T> tokens) {
        return Mono.firstWithSignal(abandoned(asked.request()), tokens)
                .doOnNext(done -> this.wait.succeeded())
                .doOnError(error -> asked.outcome().tryEmitError(shown(asked.request(), error)))
                // Not before the tokens are stored: the user may continue at once.
                .doAfterTerminate(asked.outcome()::tryEmitEmpty)
                .doOnCancel(() -> asked.outcome().tryEmitError(over(asked.request(), null)))
                .doFinally(signal -> this.wait.end())
                .doOnSubscribe(subscription -> this.wait.begin(asked.request()));
    }

    /** Reports a failure after the user has answered: nobody else sees it but the user. */
    <T> Mono<T> reported(McpAuthorizationRequest request, Mono<T> tokens) {
        return tokens.doOnError(error -> this.wait.failed(request, shown(request, error)));
    }

    private <T> Mono<T> abandoned(McpAuthorizationRequest asked) {
        return this.abandoned
                .asFlux()
                .next()
                .flatMap(signal -> Mono.error(this.failures.interaction(
                        asked,
                        "the authorization request was cancelled by a log-out or a reconnect",
                        "Repeat the call, and ask the user to open the page of the new request.",
                        null)));
    }

    void abandon() {
        this.abandoned.tryEmitNext(true);
    }

    McpException over(McpAuthorizationRequest asked, @Nullable Throwable error) {
        if (error instanceof TimeoutException) {
            return this.failures.interaction(
                    asked,
                    "no user has consented within " + lifetime().toSeconds() + " s",
                    "Repeat the call, and ask the user to open the page in time (auth.prompt-timeout).",
                    null);
        }
        return this.failures.interaction(
                asked,
                (error != null)
                        ? "the user could not be prompted: " + error.getClass().getSimpleName()
                        : "the user was prompted, but the response is no longer awaited",
                "Repeat the call; see the cause, if any, of the McpAuthorizationPrompt.",
                error);
    }

    /** An error of the token endpoint may be corrected and retried, but the user who waits in a browser sees a result now. */
    private Throwable shown(McpAuthorizationRequest request, Throwable error) {
        return (error instanceof TokenRefusedException refused)
                ? this.failures.refused(refused, request.scopes())
                : error;
    }

    /** Checks a page for users: a prompt may pass it to a program that starts others (SEC-10, SEC-11). */
    URI page(String url, String what) {
        try {
            return McpNetworkPolicy.checkShown(url, what);
        } catch (ForbiddenUrlException ex) {
            throw this.failures.untrusted(
                    String.valueOf(ex.getMessage()), "Ask the operator of the server: no page was opened.");
        }
    }
}
