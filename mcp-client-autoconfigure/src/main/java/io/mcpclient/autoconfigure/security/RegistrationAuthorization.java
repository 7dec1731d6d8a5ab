package io.mcpclient.autoconfigure.security;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.security.oauth2.client.OAuth2AuthorizeRequest;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.core.OAuth2AccessToken;
import reactor.core.publisher.Mono;

import io.mcpclient.auth.AuthorizedRequest;
import io.mcpclient.auth.HttpAuthorization;
import io.mcpclient.auth.HttpCredentials;
import io.mcpclient.auth.HttpRefusal;
import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.ProtectedServer;

/**
 * Authorization with tokens of one client registration, on behalf of one principal. Spring Security obtains, refreshes and
 * stores the tokens.
 *
 * <pre>
 *  401   the token is not the stored one          the stored one
 *        with a refresh token                     refreshed
 *        without                                  removed, and obtained again
 *        again, or two others within a minute     the refusal stands
 *  403                                            the refusal stands: the scopes of the registration are fixed
 * </pre>
 *
 * Requests that need a token while one is being obtained wait for that one.
 *
 * @see "AUTH-50, AUTH-55; faults H01, H02, H05"
 */
final class RegistrationAuthorization implements HttpAuthorization {

    private static final Duration WINDOW = Duration.ofMinutes(1);

    private static final int MOST_RENEWALS = 2;

    private final AuthorizedClients clients;

    private final String registrationId;

    private final ProtectedServer server;

    private final AtomicReference<@Nullable Mono<OAuth2AccessToken>> obtaining = new AtomicReference<>();

    private final AtomicReference<@Nullable Mono<OAuth2AccessToken>> renewing = new AtomicReference<>();

    /** Times of the last renewals after rejections, the oldest first. Guarded by itself. */
    private final Deque<Instant> renewals = new ArrayDeque<>();

    /** State of a request: its token, and whether another token was sent before. */
    private record Trail(OAuth2AccessToken token, boolean renewed) {

        @Override
        public String toString() {
            return "Trail[renewed=" + this.renewed + "]";
        }
    }

    RegistrationAuthorization(AuthorizedClients clients, String registrationId, ProtectedServer server) {
        this.clients = clients;
        this.registrationId = registrationId;
        this.server = server;
    }

    @Override
    public Mono<HttpCredentials> authorize(AuthorizedRequest request) {
        Mono<OAuth2AccessToken> renewal = this.renewing.get();
        return ((renewal != null) ? renewal : once(this.obtaining, Mono.defer(this::obtain)))
                .map(token -> credentials(token, false))
                .onErrorMap(error -> failures(request).of(error))
                .switchIfEmpty(Mono.error(() -> failures(request).noGrant()));
    }

    @Override
    public Mono<HttpCredentials> reauthorize(AuthorizedRequest request, HttpCredentials refused, HttpRefusal refusal) {
        if (refusal.status() != 401 || !(refused.trail() instanceof Trail trail) || trail.renewed()) {
            return Mono.empty();
        }
        String value = trail.token().getTokenValue();
        return once(this.renewing, Mono.defer(() -> renew(value)))
                .filter(token -> !token.getTokenValue().equals(value))
                .map(token -> credentials(token, true))
                .onErrorMap(error -> failures(request).of(error));
    }

    @Override
    public Mono<Void> logout() {
        return this.clients.remove(this.registrationId, principal().loginName());
    }

    private RegistrationFailures failures(AuthorizedRequest request) {
        return new RegistrationFailures(this.server.name(), this.registrationId, request.operation());
    }

    private static HttpCredentials credentials(OAuth2AccessToken token, boolean renewed) {
        return new HttpCredentials(
                Map.of(HttpHeaders.AUTHORIZATION, "Bearer " + token.getTokenValue()), new Trail(token, renewed));
    }

    private McpPrincipal principal() {
        return this.server.principal().get();
    }

    private Mono<OAuth2AccessToken> obtain() {
        return this.clients
                .authorize(OAuth2AuthorizeRequest.withClientRegistrationId(this.registrationId)
                        .principal(new SubjectAuthentication(principal()))
                        .build())
                .map(OAuth2AuthorizedClient::getAccessToken);
    }

    private Mono<OAuth2AccessToken> renew(String refused) {
        String name = principal().loginName();
        return this.clients
                .load(this.registrationId, name)
                .flatMap(client -> renew(client, refused, name))
                .switchIfEmpty(Mono.defer(this::obtain));
    }

    private Mono<OAuth2AccessToken> renew(OAuth2AuthorizedClient client, String refused, String name) {
        if (!client.getAccessToken().getTokenValue().equals(refused)) {
            return Mono.just(client.getAccessToken());
        }
        if (!mayRenew()) {
            return Mono.empty();
        }
        if (client.getRefreshToken() == null) {
            return this.clients.remove(this.registrationId, name).then(Mono.defer(this::obtain));
        }
        return this.clients
                .authorize(OAuth2AuthorizeRequest.withAuthorizedClient(expired(client))
                        .principal(new SubjectAuthentication(principal()))
                        .build())
                .map(OAuth2AuthorizedClient::getAccessToken);
    }

    /** A server that rejects every token must not cause a token request for each call. */
    private boolean mayRenew() {
        Instant now = this.server.time().instant();
        synchronized (this.renewals) {
            this.renewals.removeIf(time -> !now.isBefore(time.plus(WINDOW)));
            if (this.renewals.size() >= MOST_RENEWALS) {
                return false;
            }
            this.renewals.addLast(now);
            return true;
        }
    }

    /**
     * Marks a client as expired so that it is refreshed, regardless of the lifetime that the authorization server specified.
     */
    private static OAuth2AuthorizedClient expired(OAuth2AuthorizedClient client) {
        OAuth2AccessToken token = client.getAccessToken();
        OAuth2AccessToken expired = new OAuth2AccessToken(
                token.getTokenType(),
                token.getTokenValue(),
                Instant.EPOCH,
                Instant.EPOCH.plusSeconds(1),
                token.getScopes());
        return new OAuth2AuthorizedClient(
                client.getClientRegistration(), client.getPrincipalName(), expired, client.getRefreshToken());
    }

    /**
     * Joins the operation in progress, or starts it. The operation continues if the caller that started it cancels, and
     * cannot be joined once its outcome is known.
     */
    private static Mono<OAuth2AccessToken> once(
            AtomicReference<@Nullable Mono<OAuth2AccessToken>> underWay, Mono<OAuth2AccessToken> work) {
        Mono<OAuth2AccessToken> begun =
                work.doOnTerminate(() -> underWay.set(null)).cache();
        Mono<OAuth2AccessToken> other = underWay.compareAndExchange(null, begun);
        return (other != null) ? other : begun;
    }

    @Override
    public String toString() {
        return "RegistrationAuthorization[" + this.registrationId + "]";
    }
}
