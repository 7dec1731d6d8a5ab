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
 * A user agrees, in a browser.
 *
 * <pre>
 *  issuer, state, verifier recorded ──► prompt ──► browser ──► authorization server
 *                                         │ URL that the browser came back to
 *                                         ▼
 *                       state? issuer? ──► code + verifier ──► token endpoint
 * </pre>
 *
 * @see "MCP 2026-07-28, basic/authorization (AUTH-19, AUTH-20, AUTH-34 to AUTH-42); faults H12, H13, H14, H20"
 */
final class AuthorizationCodeGrant implements Grant {

    private static final String CHALLENGE_METHOD = "S256";

    /** However long the application thinks that users may take (fault H14). */
    private static final Duration LONGEST = Duration.ofMinutes(10);

    private static final int MAX_DESCRIPTION = 512;

    private final ProtectedServer protectedServer;

    private final McpOAuthSettings settings;

    private final TokenEndpoint endpoint;

    private final UserWait wait;

    private final TimeSource time;

    private final AuthorizationFailures failures;

    private final InteractionFailures interactions;

    /** Ends the requests that users have not answered. */
    private final Sinks.Many<Boolean> abandoned = Sinks.many().multicast().directBestEffort();

    AuthorizationCodeGrant(ProtectedServer server, McpOAuthSettings settings, TokenEndpoint endpoint, UserWait wait) {
        this.protectedServer = server;
        this.settings = settings;
        this.endpoint = endpoint;
        this.wait = wait;
        this.time = server.time();
        this.failures = new AuthorizationFailures(server.name());
        this.interactions = new InteractionFailures(server.name());
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
        String who = "authorization server " + SafeText.excerpt(server.issuer());
        if (endpoint == null) {
            throw this.failures.authorizationServer(
                    who + " has no authorization endpoint",
                    "Set auth.grant to one that it knows, or ask its operator.",
                    null);
        }
        checkPage(endpoint);
        List<String> methods = server.codeChallengeMethods();
        if (methods == null ? !isLegacy : !methods.contains(CHALLENGE_METHOD)) {
            throw this.failures.authorizationServer(
                    who + " does not say that it knows PKCE with S256 (code_challenge_methods_supported)",
                    "Ask its operator: without it, codes can be stolen, and so none is asked for.",
                    null);
        }
    }

    /** Whoever shows it may hand it to a program that starts others (SEC-10, SEC-11). */
    private void checkPage(URI endpoint) {
        try {
            McpNetworkPolicy.checkShown(endpoint.toString(), "authorization_endpoint");
        } catch (ForbiddenUrlException ex) {
            throw this.failures.untrusted(
                    String.valueOf(ex.getMessage()), "Ask the operator of the server: nothing was opened.");
        }
    }

    private McpAuthorizationPrompt prompt() {
        McpAuthorizationPrompt prompt = this.settings.prompt();
        if (prompt == null) {
            throw this.failures.settings(
                    "a user has to agree in a browser, and there is no way to ask one",
                    "Provide an McpAuthorizationPrompt, or set auth.grant to one that needs no user.");
        }
        return prompt;
    }

    @Override
    public Mono<TokenSet> obtain(GrantRequest request) {
        return Mono.defer(() -> {
            CodeFlow flow = CodeFlow.begin(request, redirectUri(request));
            Sinks.Empty<Void> outcome = Sinks.empty();
            McpAuthorizationRequest asked = asked(flow, outcome);
            return answered(asked)
                    .flatMap(answer -> this.endpoint.request(flow.tokenRequest(code(flow, asked, answer))))
                    .doOnError(error -> outcome.tryEmitError(shown(error)))
                    // Not before the tokens are kept: the user may go on at once.
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
                        "the authorization request was ended by a log-out or a reconnect",
                        "Call again, and let the user open the page of the new request.",
                        null)));
    }

    private McpException over(McpAuthorizationRequest asked, @Nullable Throwable error) {
        if (error instanceof TimeoutException) {
            return this.interactions.over(
                    asked,
                    "no user has agreed within " + lifetime().toSeconds() + " s",
                    "Call again, and let the user open the page in time (auth.prompt-timeout).",
                    null);
        }
        return this.interactions.over(
                asked,
                (error != null)
                        ? "the user could not be asked: " + error.getClass().getSimpleName()
                        : "the user was asked, but the answer is not waited for any more",
                "Call again; see the cause, if any, of the McpAuthorizationPrompt.",
                error);
    }

    /** An error of the token endpoint may be mended and tried again; the user who waits in a browser is told now. */
    private Throwable shown(Throwable error) {
        return (error instanceof TokenRefusedException refused) ? GrantFailures.of(this.failures, refused) : error;
    }

    private McpAuthorizationRequest asked(CodeFlow flow, Sinks.Empty<Void> outcome) {
        GrantRequest request = flow.request();
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
        Duration wished = this.settings.promptTimeout();
        return (wished.compareTo(LONGEST) < 0) ? wished : LONGEST;
    }

    private URI redirectUri(GrantRequest request) {
        URI registered = request.client().redirectUri();
        URI configured = (registered != null) ? registered : this.settings.redirectUri();
        URI redirectUri = (configured != null) ? configured : prompt().redirectUri();
        if (redirectUri == null) {
            throw this.failures.settings("nothing says where the browser is to come back to", "Set auth.redirect-uri.");
        }
        return redirectUri;
    }

    /** Text of the answer is shown for one verdict alone, which comes after the issuer was found to be the right one. */
    private String code(CodeFlow flow, McpAuthorizationRequest asked, URI url) {
        AuthorizationResponse answer = new AuthorizationResponse(url.getRawQuery());
        String issuer = "authorization server " + SafeText.excerpt(asked.issuer());
        return switch (flow.judge(answer)) {
            case ACCEPTED -> String.valueOf(answer.value("code"));
            case REFUSED -> throw refused(asked, issuer, answer);
            case FOREIGN ->
                throw this.failures.untrusted(
                        "the browser came back with an answer to another request",
                        "Call again, and let the user open the new page, once.");
            case OTHER_ISSUER ->
                throw this.failures.untrusted(
                        "the answer is not from " + issuer + ", to which the user was sent",
                        "Do not use this server before its operator has explained it: the code was not used.");
            case NO_ISSUER ->
                throw this.failures.untrusted(
                        "the answer does not name its issuer, although " + issuer + " says that its answers do",
                        "Ask its operator: the code was not used.");
            case BROKEN ->
                throw this.failures.authorizationServer(
                        "the answer of " + issuer + " has neither a code nor an error, or has something twice",
                        "Ask its operator.",
                        null);
        };
    }

    /** An error that is about this client is met by the caller: a registration may be lost. */
    private RuntimeException refused(McpAuthorizationRequest asked, String issuer, AuthorizationResponse answer) {
        String error = SafeText.excerpt(answer.value("error"));
        if (TokenRefusedException.isAboutClient(error)) {
            return new TokenRefusedException(error, description(answer));
        }
        return this.interactions.over(
                asked,
                issuer + " refused: " + description(answer),
                "Let the user agree, or see whether auth.scopes and auth.client-id are what it expects.",
                null);
    }

    private static String description(AuthorizationResponse answer) {
        String error = SafeText.excerpt(answer.value("error"));
        String description = SafeText.excerpt(answer.value("error_description"), MAX_DESCRIPTION);
        return description.isEmpty() ? error : error + " (" + description + ")";
    }
}
