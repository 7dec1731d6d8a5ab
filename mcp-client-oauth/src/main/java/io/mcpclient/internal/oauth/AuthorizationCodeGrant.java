package io.mcpclient.internal.oauth;

import java.net.URI;
import java.util.List;
import java.util.Objects;

import reactor.core.publisher.Mono;

import io.mcpclient.auth.McpAuthorizationPrompt;
import io.mcpclient.auth.McpAuthorizationRequest;
import io.mcpclient.auth.McpOAuthSettings;
import io.mcpclient.auth.ProtectedServer;
import io.mcpclient.error.McpException;
import io.mcpclient.text.SafeText;
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

    private static final int MAX_DESCRIPTION = 512;

    private final McpOAuthSettings settings;

    private final TokenEndpoint endpoint;

    private final UserRequests users;

    private final TimeSource time;

    private final AuthorizationFailures failures;

    AuthorizationCodeGrant(ProtectedServer server, McpOAuthSettings settings, TokenEndpoint endpoint, UserWait wait) {
        this.settings = settings;
        this.endpoint = endpoint;
        this.users = new UserRequests(server, settings, wait);
        this.time = server.time();
        this.failures = new AuthorizationFailures(server.name());
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
        this.users.abandon();
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
        this.users.page(endpoint.toString(), "authorization_endpoint");
        List<String> methods = server.codeChallengeMethods();
        boolean isSupported = (methods == null) ? isLegacy : methods.contains(CHALLENGE_METHOD);
        if (!isSupported && !this.settings.pkceAssumed()) {
            throw this.failures.authorizationServer(
                    subject + " does not declare support for PKCE with S256 (code_challenge_methods_supported)",
                    "Without PKCE codes can be stolen, so none was requested. If its documentation says that it supports PKCE,"
                            + " set auth.pkce to assumed, with auth.issuer and auth.client-id.",
                    null);
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
    public Mono<TokenSet> obtain(TokenRequest request) {
        return Mono.defer(() -> {
            CodeFlow flow = CodeFlow.begin(request, redirectUri(request));
            UserRequests.Asked asked =
                    this.users.ask(request, page(flow), flow.redirectUri(), null, this.users.lifetime());
            Mono<TokenSet> tokens = answered(asked.request())
                    .flatMap(answer -> this.users.reported(
                            asked.request(),
                            Mono.defer(() ->
                                    this.endpoint.request(flow.tokenRequest(code(flow, asked.request(), answer))))));
            return this.users.run(asked, tokens);
        });
    }

    private URI page(CodeFlow flow) {
        TokenRequest request = flow.request();
        String issuer = request.server().issuer();
        return flow.url(
                Objects.requireNonNull(request.server().authorizationEndpoint(), "not checked"),
                this.endpoint.resource().value(issuer, request.resource()),
                this.settings.authorizationParameters());
    }

    private Mono<URI> answered(McpAuthorizationRequest asked) {
        return Mono.defer(() -> prompt().prompt(asked))
                .timeout(this.users.lifetime(), this.time.timers())
                .switchIfEmpty(Mono.error(() -> this.users.over(asked, null)))
                .onErrorMap(error -> !(error instanceof McpException), error -> this.users.over(asked, error));
    }

    private URI redirectUri(TokenRequest request) {
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
        boolean isIssuerKnown = this.settings.requiredIssuer() != null
                || this.settings.endpoints().token() == null
                || this.settings.endpoints().metadata() != null;
        return switch (flow.judge(answer, isIssuerKnown)) {
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

    /** The caller handles an error that concerns this client: the registration may be lost, or limited to other scopes. */
    private RuntimeException refused(McpAuthorizationRequest asked, String issuer, AuthorizationResponse answer) {
        String error = SafeText.excerpt(answer.value("error"));
        boolean isRegistered = this.settings.clientId() == null;
        if (TokenRefusedException.isAboutClient(error)
                || (isRegistered && error.equals(TokenRefusedException.INVALID_SCOPE))) {
            return new TokenRefusedException(error, description(answer));
        }
        return this.failures.interaction(
                asked,
                issuer + " rejected the request: " + description(answer)
                        + AuthorizationFailures.requested(error, asked.scopes()),
                AuthorizationFailures.remedyOfPage(error, asked.scopes()),
                null);
    }

    private static String description(AuthorizationResponse answer) {
        String error = SafeText.excerpt(answer.value("error"));
        String description = SafeText.excerpt(answer.value("error_description"), MAX_DESCRIPTION);
        return description.isEmpty() ? error : error + " (" + description + ")";
    }
}
