package io.mcpclient.internal.oauth.grant;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeoutException;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import io.mcpclient.auth.McpAuthorizationPrompt;
import io.mcpclient.auth.McpAuthorizationRequest;
import io.mcpclient.auth.McpOAuthSettings;
import io.mcpclient.auth.ProtectedServer;
import io.mcpclient.error.McpException;
import io.mcpclient.internal.net.ForbiddenUrlException;
import io.mcpclient.internal.net.McpNetworkPolicy;
import io.mcpclient.internal.oauth.metadata.AuthorizationFailures;
import io.mcpclient.internal.oauth.metadata.AuthorizationServer;
import io.mcpclient.internal.oauth.token.TokenEndpoint;
import io.mcpclient.internal.oauth.token.TokenRefusedException;
import io.mcpclient.internal.oauth.token.TokenSet;
import io.mcpclient.internal.support.SafeText;
import io.mcpclient.time.TimeSource;

/**
 * A user consents in a browser.
 *
 * <pre>
 *  issuer, state, verifier recorded ──► prompt ──► browser ──► authorization server
 *                                         │ URL that the browser returned to
 *                                         ▼
 *                       state? issuer? ──► code + verifier ──► token endpoint
 * </pre>
 *
 * @see "MCP 2026-07-28, basic/authorization (AUTH-19, AUTH-20, AUTH-34 to AUTH-42); faults H12, H13, H14, H20"
 */
final class AuthorizationCodeGrant implements Grant {

    private static final String CHALLENGE_METHOD = "S256";

    /** Upper limit for users to respond, independent of the settings (fault H14). */
    private static final Duration LONGEST = Duration.ofMinutes(10);

    private static final int MAX_DESCRIPTION = 512;

    private final ProtectedServer protectedServer;

    private final McpOAuthSettings settings;

    private final TokenEndpoint endpoint;

    private final UserWait wait;

    private final TimeSource time;

    private final AuthorizationFailures failures;

    private final UserWait.Failures interactions;

    /** Ends pending authorization requests. */
    private final Sinks.Many<Boolean> abandoned = Sinks.many().multicast().directBestEffort();

    AuthorizationCodeGrant(ProtectedServer server, McpOAuthSettings settings, TokenEndpoint endpoint, UserWait wait) {
        this.protectedServer = server;
        this.settings = settings;
        this.endpoint = endpoint;
        this.wait = wait;
        this.time = server.time();
        this.failures = new AuthorizationFailures(server.name());
        this.interactions = new UserWait.Failures(server.name());
    }

    @Override
    public boolean needsUser() {
        return true;
    }

    @Override
    public boolean canAskForMore() {
        return true;
    }

    @Override
    public void abandon() {
        this.abandoned.tryEmitNext(true);
    }

    @Override
    public void check(AuthorizationServer server, boolean isLegacy) {
        prompt();
        URI endpoint = server.authorizationEndpoint();
        String subject = "authorization server " + SafeText.excerpt(server.issuer());
        if (endpoint == null) {
            throw this.failures.authorizationServer(
                    subject + " has no authorization endpoint",
                    "Set auth.grant to one that it supports, or ask its operator.",
                    null);
        }
        checkPage(endpoint);
        List<String> methods = server.codeChallengeMethods();
        if (methods == null ? !isLegacy : !methods.contains(CHALLENGE_METHOD)) {
            throw this.failures.authorizationServer(
                    subject + " does not declare support for PKCE with S256 (code_challenge_methods_supported)",
                    "Ask its operator: without PKCE codes can be stolen, so none was requested.",
                    null);
        }
    }

    /** A prompt may pass it to a program that starts others (SEC-10, SEC-11). */
    private void checkPage(URI endpoint) {
        try {
            McpNetworkPolicy.checkShown(endpoint.toString(), "authorization_endpoint");
        } catch (ForbiddenUrlException ex) {
            throw this.failures.untrusted(
                    String.valueOf(ex.getMessage()), "Ask the operator of the server: no page was opened.");
        }
    }

    private McpAuthorizationPrompt prompt() {
        McpAuthorizationPrompt prompt = this.settings.prompt();
        if (prompt == null) {
            throw this.failures.settings(
                    "a user has to consent in a browser, but no prompt is available",
                    "Provide an McpAuthorizationPrompt, or set auth.grant to one without a user.");
        }
        return prompt;
    }

    @Override
    public Mono<TokenSet> obtain(Grant.Request request) {
        return Mono.defer(() -> {
            CodeFlow flow = CodeFlow.begin(request, redirectUri(request));
            Sinks.Empty<Void> outcome = Sinks.empty();
            McpAuthorizationRequest asked = asked(flow, outcome);
            return answered(asked)
                    .flatMap(answer -> this.endpoint.request(flow.tokenRequest(code(flow, asked, answer))))
                    .doOnError(error -> outcome.tryEmitError(shown(error)))
                    // Not before the tokens are stored: the user may continue at once.
                    .doAfterTerminate(outcome::tryEmitEmpty)
                    .doOnCancel(() -> outcome.tryEmitError(over(asked, null)))
                    .doFinally(signal -> this.wait.end())
                    .doOnSubscribe(subscription -> this.wait.begin(asked));
        });
    }

    private Mono<URI> answered(McpAuthorizationRequest asked) {
        Mono<URI> answer = Mono.defer(() -> prompt().prompt(asked))
                .timeout(lifetime(), this.time.timers())
                .switchIfEmpty(Mono.error(() -> over(asked, null)))
                .onErrorMap(error -> !(error instanceof McpException), error -> over(asked, error));
        return Mono.firstWithSignal(abandoned(asked), answer);
    }

    private Mono<URI> abandoned(McpAuthorizationRequest asked) {
        return this.abandoned
                .asFlux()
                .next()
                .flatMap(signal -> Mono.error(this.interactions.over(
                        asked,
                        "the authorization request was cancelled by a log-out or a reconnect",
                        "Repeat the call, and ask the user to open the page of the new request.",
                        null)));
    }

    private McpException over(McpAuthorizationRequest asked, @Nullable Throwable error) {
        if (error instanceof TimeoutException) {
            return this.interactions.over(
                    asked,
                    "no user has consented within " + lifetime().toSeconds() + " s",
                    "Repeat the call, and ask the user to open the page in time (auth.prompt-timeout).",
                    null);
        }
        return this.interactions.over(
                asked,
                (error != null)
                        ? "the user could not be prompted: " + error.getClass().getSimpleName()
                        : "the user was prompted, but the response is no longer awaited",
                "Repeat the call; see the cause, if any, of the McpAuthorizationPrompt.",
                error);
    }

    /** An error of the token endpoint may be corrected and retried, but the user who waits in a browser sees a result now. */
    private Throwable shown(Throwable error) {
        return (error instanceof TokenRefusedException refused) ? GrantFailures.of(this.failures, refused) : error;
    }

    private McpAuthorizationRequest asked(CodeFlow flow, Sinks.Empty<Void> outcome) {
        Grant.Request request = flow.request();
        URI endpoint = request.server().authorizationEndpoint();
        if (endpoint == null) {
            throw new IllegalStateException("not checked");
        }
        return new McpAuthorizationRequest(
                UUID.randomUUID().toString(),
                this.protectedServer.name(),
                this.protectedServer.principal().get(),
                request.server().issuer(),
                request.scopes(),
                flow.url(endpoint),
                flow.redirectUri(),
                this.time.instant().plus(lifetime()),
                outcome.asMono());
    }

    private Duration lifetime() {
        Duration configured = this.settings.promptTimeout();
        return (configured.compareTo(LONGEST) < 0) ? configured : LONGEST;
    }

    private URI redirectUri(Grant.Request request) {
        URI registered = request.client().redirectUri();
        URI configured = (registered != null) ? registered : this.settings.redirectUri();
        URI redirectUri = (configured != null) ? configured : prompt().redirectUri();
        if (redirectUri == null) {
            throw this.failures.settings("there is no redirect URI for the browser", "Set auth.redirect-uri.");
        }
        return redirectUri;
    }

    /** Text of the response is shown for one verdict only, which requires a validated issuer. */
    private String code(CodeFlow flow, McpAuthorizationRequest asked, URI url) {
        AuthorizationResponse answer = new AuthorizationResponse(url.getRawQuery());
        String issuer = "authorization server " + SafeText.excerpt(asked.issuer());
        return switch (flow.judge(answer)) {
            case ACCEPTED -> String.valueOf(answer.value("code"));
            case REFUSED -> throw refused(asked, issuer, answer);
            case FOREIGN ->
                throw this.failures.untrusted(
                        "the browser returned with a response to another request",
                        "Repeat the call, and ask the user to open the new page, once.");
            case OTHER_ISSUER ->
                throw this.failures.untrusted(
                        "the response is not from " + issuer + ", to which the user was sent",
                        "Do not use this server until its operator has explained this: the code was not used.");
            case NO_ISSUER ->
                throw this.failures.untrusted(
                        "the response does not name its issuer, although " + issuer + " declares that it does",
                        "Ask its operator: the code was not used.");
            case BROKEN ->
                throw this.failures.authorizationServer(
                        "the response of " + issuer + " has neither a code nor an error, or a duplicate parameter",
                        "Ask its operator.",
                        null);
        };
    }

    /** The caller handles an error that concerns this client: the registration may be lost. */
    private RuntimeException refused(McpAuthorizationRequest asked, String issuer, AuthorizationResponse answer) {
        String error = SafeText.excerpt(answer.value("error"));
        if (TokenRefusedException.isAboutClient(error)) {
            return new TokenRefusedException(error, description(answer));
        }
        return this.interactions.over(
                asked,
                issuer + " rejected the request: " + description(answer),
                "Ask the user to consent, and check auth.scopes and auth.client-id.",
                null);
    }

    private static String description(AuthorizationResponse answer) {
        String error = SafeText.excerpt(answer.value("error"));
        String description = SafeText.excerpt(answer.value("error_description"), MAX_DESCRIPTION);
        return description.isEmpty() ? error : error + " (" + description + ")";
    }
}
