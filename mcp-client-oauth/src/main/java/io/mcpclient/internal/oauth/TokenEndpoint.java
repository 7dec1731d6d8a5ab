package io.mcpclient.internal.oauth;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import reactor.core.publisher.Mono;

import io.mcpclient.auth.McpOAuthSettings;
import io.mcpclient.auth.ProtectedServer;
import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpException;
import io.mcpclient.support.Loggers;
import io.mcpclient.support.net.UntrustedHttpClient;
import io.mcpclient.text.KnownSecrets;

/**
 * Sends requests to token endpoints and validates the responses. A request for a DPoP nonce leads to a second request; nothing
 * else is repeated. Requests without a user action behind each of them are limited to a few per minute, and paused after a
 * failure of the authorization server; existing tokens remain usable. Thread-safe.
 *
 * @see "OAuth 2.1, section 3.2 (AUTH-43); AUTH-35; DPOP-01, DPOP-05, DPOP-08; faults H05, H16, H22"
 */
final class TokenEndpoint {

    private static final Logger logger = Loggers.AUTH;

    private static final UntrustedHttpClient.Limits LIMITS =
            new UntrustedHttpClient.Limits(Duration.ofSeconds(10), 64 * 1024, 0);

    private static final UntrustedHttpClient.Limits REVOCATION_LIMITS =
            new UntrustedHttpClient.Limits(Duration.ofSeconds(2), 64 * 1024, 0);

    /** Temporary errors, which do not concern the content of the request. */
    private static final Set<String> PASSING = Set.of("temporarily_unavailable", "server_error", "slow_down");

    private static final String NONCE_WANTED = "use_dpop_nonce";

    private final UntrustedHttpClient http;

    private final DPoPKey key;

    private final ClientAuthenticator authenticator;

    private final TokenFailures failures;

    private final AuthorizationFailures rejections;

    /** Limit for the authorization server. */
    private final RenewalLimit limit;

    /** Limit for the identity provider, whose failures are independent. */
    private final RenewalLimit exchangeLimit;

    private final InstantSource clock;

    private final ResourceParameter resource;

    private final boolean isTypeRequired;

    private final String serverName;

    private final AtomicBoolean warned = new AtomicBoolean();

    /** Costs no I/O. */
    TokenEndpoint(ProtectedServer server, McpOAuthSettings settings, UntrustedHttpClient http, DPoPKey key) {
        this.http = http;
        this.key = key;
        this.authenticator = new ClientAuthenticator(server.name(), settings, server.time());
        this.failures = new TokenFailures(server.name());
        this.rejections = new AuthorizationFailures(server.name());
        this.limit = new RenewalLimit(
                server.time(), () -> ThreadLocalRandom.current().nextDouble());
        this.exchangeLimit = new RenewalLimit(
                server.time(), () -> ThreadLocalRandom.current().nextDouble());
        this.clock = server.time();
        this.resource = new ResourceParameter(settings);
        this.isTypeRequired = settings.strictTokenType();
        this.serverName = server.name();
    }

    /**
     * Returns whether requests have the parameter {@code resource}.
     * @return the rule, which learns from refused token requests
     */
    ResourceParameter resource() {
        return this.resource;
    }

    /**
     * Requests a token. A request that is refused because of the parameter {@code resource} is repeated without it, see {@link
     * ResourceParameter}.
     * @param request the request; an empty {@code resource} is not sent
     * @return the tokens, with the refresh token of the request if the response has none; a {@link
     *     TokenRefusedException} for an OAuth error; an {@link McpAuthorizationException} for an invalid response, or too
     *     many requests; an {@link McpConnectionException} if there is no response, or the authorization server has failed a
     *     moment ago
     */
    Mono<TokenSet> request(TokenRequest request) {
        return Mono.defer(() -> {
            if (request.withDPoP() && !DPoPKey.fits(request.server().dpopAlgorithms())) {
                return Mono.error(this.failures.noCommonAlgorithm(request.endpoint()));
            }
            String issuer = request.server().issuer();
            String value = this.resource.value(issuer, request.resource());
            Mono<TokenSet> tokens = tokens(request, value);
            return value.isEmpty()
                    ? tokens
                    : tokens.onErrorResume(
                            TokenRefusedException.class,
                            refused -> this.resource.isRepeated(request, refused)
                                    ? withoutResource(request, issuer, refused)
                                    : Mono.error(refused));
        });
    }

    private Mono<TokenSet> withoutResource(TokenRequest request, String issuer, TokenRefusedException refused) {
        this.limit.refusedForGood(grantType(request.parameters()));
        return tokens(request, "")
                .doOnNext(tokens -> {
                    this.resource.refused(issuer);
                    logger.info(
                            "MCP server \"{}\": the authorization server refuses the parameter resource ({}), which is no"
                                    + " longer sent",
                            this.serverName,
                            refused.error());
                })
                .onErrorMap(TokenRefusedException.class, again -> {
                    this.resource.refusedAnyway(issuer);
                    return refused;
                });
    }

    private Mono<TokenSet> tokens(TokenRequest request, String resource) {
        return Mono.defer(() -> {
            Instant asked = this.clock.instant();
            Form form = new Form(request.endpoint(), form(request, resource), request.client(), request.withDPoP());
            String kept = request.parameters().get("refresh_token");
            List<String> scopes =
                    (kept != null) ? List.of() : request.scopes(); // of a refresh: those of the previous tokens
            TokenResponse.Asked expected =
                    new TokenResponse.Asked(scopes, kept, request.withDPoP(), this.isTypeRequired, asked);
            return ask(form, this.limit, answer -> tokens(answer, expected, request.endpoint()))
                    .doOnNext(tokens -> this.limit.answered(form.grantType(), TokenTimes.earliestRenewal(tokens)));
        });
    }

    private TokenSet tokens(TokenResponse answer, TokenResponse.Asked expected, URI endpoint)
            throws TokenResponse.UnusableException {
        TokenSet tokens = answer.tokens(expected);
        if (!answer.hasType() && this.warned.compareAndSet(false, true)) {
            logger.warn(
                    "MCP server \"{}\": {} issues tokens without a valid token_type, which are used as bearer tokens; set"
                            + " {} to strict to reject them",
                    this.serverName,
                    TokenFailures.named(endpoint),
                    RemedyText.property(this.serverName, "auth.token-type"));
        }
        return tokens;
    }

    /** A refresh is for the same scopes anyway; some servers derive the resource from them if there is no other parameter. */
    private static Map<String, String> form(TokenRequest request, String resource) {
        Map<String, String> form = new LinkedHashMap<>(request.parameters());
        boolean isRefresh = GrantNames.REFRESH_TOKEN.equals(grantType(form));
        if (!request.scopes().isEmpty() && !(isRefresh && !resource.isEmpty())) {
            form.put("scope", String.join(" ", request.scopes()));
        }
        if (!resource.isEmpty()) {
            form.put("resource", resource);
        }
        return form;
    }

    private static String grantType(Map<String, String> parameters) {
        return parameters.getOrDefault("grant_type", "");
    }

    /**
     * Requests a code that a user enters on another device.
     * @param endpoint device authorization endpoint
     * @param request the token request that the code is for
     * @return the response, not validated; errors as with {@link #request}
     * @see "RFC 8628, section 3.1"
     */
    Mono<JsonDocument> deviceCode(URI endpoint, TokenRequest request) {
        Map<String, String> form =
                form(request, this.resource.value(request.server().issuer(), request.resource()));
        form.remove("grant_type");
        return ask(new Form(endpoint, form, request.client(), false), this.limit, TokenResponse::document);
    }

    /**
     * Requests a token other than an access token from the token endpoint of an identity provider (EMA-02, EMA-04).
     * @param endpoint token endpoint
     * @param parameters the form without the client's authentication
     * @param client identity of this client at the identity provider
     * @return value of {@code access_token}, whose {@code issued_token_type} is the requested one; errors as with {@link
     *     #request}
     */
    Mono<String> exchange(URI endpoint, Map<String, String> parameters, ClientIdentity client) {
        String type = parameters.get("requested_token_type");
        return ask(new Form(endpoint, parameters, client, false), this.exchangeLimit, answer -> answer.issued(type));
    }

    /**
     * Revokes tokens: the refresh token, else the access token (RFC 7009).
     * @return whether the authorization server knows the client; empty if unknown, because it has no revocation endpoint, or
     *     does not respond within two seconds
     */
    Mono<Boolean> revoke(AuthorizationServer server, ClientIdentity client, TokenSet tokens) {
        URI endpoint = server.revocationEndpoint();
        if (endpoint == null) {
            return Mono.empty();
        }
        String refreshToken = tokens.refreshToken();
        Map<String, String> form = (refreshToken != null)
                ? Map.of("token", refreshToken, "token_type_hint", "refresh_token")
                : Map.of("token", tokens.accessToken(), "token_type_hint", "access_token");
        return Mono.defer(() -> send(new Form(endpoint, form, client, false), REVOCATION_LIMITS))
                .doOnNext(answer -> logger.debug("Tokens revoked, HTTP {}", answer.status()))
                .doOnError(error -> logger.debug("Tokens not revoked: {}", String.valueOf(error)))
                .flatMap(TokenEndpoint::isClientKnown)
                .onErrorComplete();
    }

    private static Mono<Boolean> isClientKnown(UntrustedHttpClient.Answer answer) {
        if (answer.status() >= 400 && TokenRefusedException.INVALID_CLIENT.equals(errorOf(answer))) {
            return Mono.just(false);
        }
        return (answer.status() == 200) ? Mono.just(true) : Mono.empty();
    }

    /** The content of a request, without the parts that differ between attempts. */
    private record Form(URI endpoint, Map<String, String> parameters, ClientIdentity client, boolean withDPoP) {

        String grantType() {
            return TokenEndpoint.grantType(this.parameters);
        }

        List<String> scopes() {
            return OAuthText.scopes(this.parameters.getOrDefault("scope", ""));
        }

        @Override
        public String toString() {
            return "Form[grant=" + grantType() + "]";
        }
    }

    /** Converts a response. */
    @FunctionalInterface
    private interface Reading<T> {

        T of(TokenResponse answer) throws TokenResponse.UnusableException;
    }

    private <T> Mono<T> ask(Form form, RenewalLimit limit, Reading<T> reading) {
        return Mono.defer(() -> {
            RenewalLimit.Refusal refusal = limit.pass(form.grantType());
            if (refusal != null) {
                return Mono.error(this.failures.heldBack(form.endpoint(), refusal));
            }
            return send(form, LIMITS)
                    .flatMap(answer -> isNonceWanted(form, answer) ? send(form, LIMITS) : Mono.just(answer))
                    .flatMap(answer -> Mono.fromCallable(() -> read(form, answer, reading)))
                    .onErrorMap(error -> this.failures.translate(form.endpoint(), error))
                    .doOnNext(outcome -> limit.answered())
                    .doOnError(error -> count(form, limit, error));
        });
    }

    private void count(Form form, RenewalLimit limit, Throwable error) {
        if (error instanceof TokenRefusedException refused) {
            if (isForGood(form, refused.error())) {
                limit.refusedForGood(form.grantType());
            } else {
                limit.rejected(form.grantType(), rejection(form, limit, refused));
            }
        } else if (error instanceof McpConnectionException || isOfServer(error)) {
            limit.failed(form.grantType(), (McpException) error);
        } else {
            limit.notSent(form.grantType());
        }
    }

    private McpException rejection(Form form, RenewalLimit limit, TokenRefusedException refused) {
        return (limit == this.exchangeLimit)
                ? this.rejections.refusedByProvider(refused)
                : this.rejections.refused(refused, form.scopes());
    }

    /** Whether the server has caused an error, rather than the settings. */
    private static boolean isOfServer(Throwable error) {
        return error instanceof McpAuthorizationException failure
                && failure.reason() != McpAuthorizationException.Reason.SETTINGS;
    }

    /** Whether neither the refresh token nor the registration is used again. */
    private static boolean isForGood(Form form, String error) {
        return form.grantType().equals(GrantNames.REFRESH_TOKEN)
                && (error.equals(TokenRefusedException.INVALID_GRANT)
                        || (TokenRefusedException.isAboutClient(error)
                                && form.client().isRegistered()));
    }

    private Mono<UntrustedHttpClient.Answer> send(Form form, UntrustedHttpClient.Limits limits) {
        return Mono.defer(() -> {
            Map<String, String> parameters = new LinkedHashMap<>(form.parameters());
            Map<String, String> headers = new LinkedHashMap<>();
            headers.put("Accept", "application/json");
            headers.put("Content-Type", "application/x-www-form-urlencoded");
            this.authenticator.authenticate(form.client(), parameters, headers);
            parameters.forEach(KnownSecrets::sent);
            headers.forEach(KnownSecrets::sent);
            if (form.withDPoP()) {
                headers.put("DPoP", this.key.proof("POST", form.endpoint(), null));
            }
            return this.http.send("POST", form.endpoint(), headers, encoded(parameters), limits);
        });
    }

    private static byte[] encoded(Map<String, String> parameters) {
        return parameters.entrySet().stream()
                .map(entry -> encoded(entry.getKey()) + "=" + encoded(entry.getValue()))
                .collect(Collectors.joining("&"))
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /** Every response may supply the nonce of the next proof; only a demanded one justifies another request. */
    private boolean isNonceWanted(Form form, UntrustedHttpClient.Answer answer) {
        boolean isNew = this.key.adopt(form.endpoint(), answer.headers().get("dpop-nonce"));
        return isNew && form.withDPoP() && NONCE_WANTED.equals(errorOf(answer));
    }

    private static @Nullable String errorOf(UntrustedHttpClient.Answer answer) {
        try {
            TokenResponse.of(answer);
            return null;
        } catch (TokenRefusedException ex) {
            return ex.error();
        } catch (TokenResponse.UnusableException ex) {
            return null;
        }
    }

    private <T> T read(Form form, UntrustedHttpClient.Answer answer, Reading<T> reading)
            throws TokenResponse.UnusableException {
        this.key.adopt(form.endpoint(), answer.headers().get("dpop-nonce"));
        if (answer.status() >= 500 || answer.status() == 429) {
            throw this.failures.unavailable(form.endpoint(), answer);
        }
        try {
            return reading.of(TokenResponse.of(answer));
        } catch (TokenRefusedException ex) {
            throw PASSING.contains(ex.error()) && !isPolling(form, ex)
                    ? this.failures.unavailable(form.endpoint(), answer)
                    : ex;
        }
    }

    /** Tells a client that polls to do it less often. */
    private static boolean isPolling(Form form, TokenRefusedException refused) {
        return GrantNames.DEVICE_CODE.equals(form.grantType())
                && refused.error().equals("slow_down");
    }
}
