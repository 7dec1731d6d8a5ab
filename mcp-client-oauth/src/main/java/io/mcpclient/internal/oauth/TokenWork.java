package io.mcpclient.internal.oauth;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.error.McpChallenge;
import io.mcpclient.internal.oauth.TokenKeeper.Held;

/**
 * Operations that obtain other tokens. Each runs once for all concurrent callers, in the keeper; the first caller chooses it.
 *
 * <pre>
 *  refreshSilently   before a request, without a user: refresh, or the grant if it requires no user
 *  reauthorize       after a 401:                      discovery again; refresh at the same issuer, else the grant
 *  stepUp            after a 403 for scopes:           the grant, with the union of the scopes
 * </pre>
 *
 * While one of them waits for a user, the present tokens are still refreshed, so that no other call has to wait.
 *
 * <p>A rejected refresh token is not used again. A refresh that is rejected because of the client deletes the registration, if
 * there is one: the grant then uses a new one. If the client is configured, it is an error, and the tokens are kept.
 *
 * @see "AUTH-12, AUTH-31, AUTH-47, AUTH-55; faults H01, H02, H05, H06, H23"
 */
final class TokenWork {

    private final TokenKeeper keeper;

    private final Discovery discovery;

    private final ClientRegistrations registrations;

    private final TokenEndpoint endpoint;

    private final Acquisition acquisition;

    private final StepUps stepUps;

    private final UserWait wait;

    /** The last rejected refresh token, with the error. */
    private volatile @Nullable Refused refused;

    /** The last refresh token that was rejected without a reason. */
    private volatile @Nullable String unexplained;

    private record Refused(String refreshToken, TokenRefusedException why) {

        TokenRefusedException again() {
            return new TokenRefusedException(this.why.error(), String.valueOf(this.why.getMessage()));
        }

        @Override
        public String toString() {
            return "Refused[why=" + this.why.error() + "]";
        }
    }

    TokenWork(
            TokenKeeper keeper,
            Discovery discovery,
            ClientRegistrations registrations,
            TokenEndpoint endpoint,
            Acquisition acquisition,
            StepUps stepUps,
            UserWait wait) {
        this.keeper = keeper;
        this.discovery = discovery;
        this.registrations = registrations;
        this.endpoint = endpoint;
        this.acquisition = acquisition;
        this.stepUps = stepUps;
        this.wait = wait;
    }

    /** Whether tokens can be renewed without a user and without a challenge. */
    boolean canWorkAlone(Held held) {
        return canRefresh(held) || (!this.acquisition.grant().needsUser() && this.discovery.isKnown());
    }

    private boolean canRefresh(Held held) {
        String refreshToken = held.tokens().refreshToken();
        Refused useless = this.refused;
        return refreshToken != null
                && (useless == null || !useless.refreshToken().equals(refreshToken));
    }

    /**
     * Renews expiring tokens.
     * @return new tokens; a {@link UserMissingException} or a {@link TokenRefusedException} if that is not possible silently
     */
    Mono<Held> refreshSilently(Held ending) {
        Function<@Nullable Held, Mono<Held>> renewal = newest -> {
            if (newest == null || !canWorkAlone(newest)) {
                return Mono.error(UserMissingException.INSTANCE);
            }
            if (canRefresh(newest)) {
                return this.discovery.ofIssuer(newest.owner().issuer()).flatMap(server -> refresh(newest, server));
            }
            List<McpChallenge> challenges = this.discovery.known();
            return this.discovery
                    .find(challenges, newest.owner().issuer())
                    .flatMap(protection -> this.acquisition.first(
                            protection, challenges, newest.tokens().scopes()));
        };
        return this.wait.unlessWaiting(
                this.keeper.renew(ending, renewal), request -> this.keeper.refreshMeanwhile(ending, renewal));
    }

    /**
     * Obtains tokens after the rejection of the present tokens, or of a request without tokens.
     * @param refused the rejected tokens, or {@code null}
     * @param challenges challenges of the server
     * @param isUserAllowed whether a user may be prompted
     */
    Mono<Held> reauthorize(@Nullable Held refused, List<McpChallenge> challenges, boolean isUserAllowed) {
        Function<@Nullable Held, Mono<Held>> obtain = newest -> {
            String issuer = (newest != null) ? newest.owner().issuer() : null;
            return this.discovery.find(challenges, issuer).flatMap(protection -> {
                if (newest != null && isOf(newest, protection)) {
                    return refresh(newest, protection.server());
                }
                return obtain(protection, challenges, isUserAllowed);
            });
        };
        return this.keeper
                .renew(refused, obtain)
                .onErrorResume(TokenRefusedException.class, error -> this.forgetRefreshed(refused)
                        .switchIfEmpty(Mono.defer(this::ofOtherInstance))
                        .switchIfEmpty(this.keeper.renew(null, newest -> this.discovery
                                .find(challenges, null)
                                .flatMap(protection -> obtain(protection, challenges, isUserAllowed)))));
    }

    /**
     * Obtains other tokens while an operation waits for a user: those of another instance, where the user may have consented, or
     * refreshed ones.
     * @return new tokens; empty if only that user can help
     */
    Mono<Held> otherTokens(@Nullable Held refused, List<McpChallenge> challenges) {
        return this.keeper.ofOtherInstance().switchIfEmpty(Mono.defer(() -> refreshMeanwhile(refused, challenges)));
    }

    private Mono<Held> refreshMeanwhile(@Nullable Held refused, List<McpChallenge> challenges) {
        Held present = this.keeper.current();
        if (present == null || !canRefresh(present)) {
            return Mono.empty();
        }
        return this.keeper
                .refreshMeanwhile(
                        refused,
                        newest -> (newest != null)
                                ? this.discovery
                                        .find(challenges, newest.owner().issuer())
                                        .filter(protection -> isOf(newest, protection))
                                        .switchIfEmpty(Mono.error(UserMissingException.INSTANCE))
                                        .flatMap(protection -> refresh(newest, protection.server()))
                                : Mono.error(UserMissingException.INSTANCE))
                .onErrorResume(UserMissingException.class, missing -> Mono.empty())
                .onErrorResume(TokenRefusedException.class, error -> Mono.empty());
    }

    private Mono<Held> obtain(Discovery.Protection protection, List<McpChallenge> challenges, boolean isUserAllowed) {
        return (isUserAllowed || !this.acquisition.grant().needsUser())
                ? this.acquisition.first(protection, challenges, List.of())
                : Mono.error(UserMissingException.INSTANCE);
    }

    /**
     * Deletes tokens whose renewal was permanently rejected (H23).
     * @return other tokens, if another instance has obtained some in the meantime
     */
    private Mono<Held> forgetRefreshed(@Nullable Held refused) {
        return Mono.defer(() -> {
            Held present = this.keeper.current();
            if (present == null) {
                return Mono.empty();
            }
            return (refused == null || isSame(present, refused))
                    ? this.keeper.discard(present).then(Mono.empty())
                    : Mono.just(present);
        });
    }

    /** {@link TokenKeeper#newer} does not find tokens of another registration. */
    private Mono<Held> ofOtherInstance() {
        return this.keeper.recall().filter(held -> this.keeper.age(held) != TokenSet.Age.EXPIRED);
    }

    /**
     * Obtains tokens with more scopes.
     * @param operation the rejected operation, counted once for all waiting callers
     * @param refused the rejected tokens
     * @param challenges challenges of the server
     * @param tooOften the error after too many attempts, or if there are no other scopes to request
     */
    Mono<Held> stepUp(String operation, Held refused, List<McpChallenge> challenges, Mono<Held> tooOften) {
        Function<@Nullable Held, Mono<Held>> obtain = newest -> {
            if (!this.stepUps.tryOnce(operation, ScopeChoice.challenged(challenges))) {
                return tooOften;
            }
            Held present = (newest != null) ? newest : refused;
            return this.discovery
                    .findAgain(challenges, present.owner().issuer())
                    .flatMap(protection -> this.acquisition.stepUp(protection, challenges, present.tokens(), tooOften));
        };
        return this.keeper.renew(refused, obtain);
    }

    /** Revokes tokens at the authorization server if it is known and supports it, and deletes them. */
    Mono<Void> revokeTokens(Held held) {
        // Another instance may have refreshed them: their successors in the store would otherwise be used again.
        return this.keeper.newer(held).defaultIfEmpty(held).flatMap(newest -> this.keeper
                .discard(newest) // first: the authorization server may not respond in time
                .then(this.keeper.discard(held))
                .then(Mono.defer(() -> revoke(newest))));
    }

    private Mono<Void> revoke(Held held) {
        return this.discovery
                .ofIssuer(held.owner().issuer())
                .flatMap(server -> this.registrations
                        .of(server, held.owner().clientId())
                        .flatMap(client -> this.endpoint
                                .revoke(server, client, held.tokens())
                                .flatMap(isKnown -> isKnown ? proven(client) : this.registrations.lost(client))))
                .onErrorComplete()
                .then();
    }

    private Mono<Boolean> proven(ClientIdentity client) {
        this.registrations.proven(client);
        return Mono.just(true);
    }

    /**
     * Lets the next authorization read all metadata again, and retry everything that has failed so far, see {@link
     * ClientRegistrations#reset}. With a refresh token, a lost registration is detected anyway.
     * @param present the present tokens, or {@code null}
     */
    Mono<Void> reset(@Nullable Held present) {
        this.discovery.reset();
        boolean canRefresh = present != null && canRefresh(present);
        return this.registrations
                .reset(canRefresh)
                .doOnNext(isReplaced -> {
                    if (isReplaced) {
                        this.acquisition.grant().abandon();
                    }
                })
                .then();
    }

    private static boolean isOf(Held held, Discovery.Protection protection) {
        return held.tokens().refreshToken() != null
                && held.owner().issuer().equals(protection.server().issuer())
                && held.owner().resource().equals(protection.resource());
    }

    static boolean isSame(Held one, Held other) {
        return one == other || one.tokens().accessToken().equals(other.tokens().accessToken());
    }

    private Mono<Held> refresh(Held held, AuthorizationServer server) {
        String token = held.tokens().refreshToken();
        URI tokenEndpoint = server.tokenEndpoint();
        if (token == null || tokenEndpoint == null) {
            return Mono.error(
                    new TokenRefusedException(TokenRefusedException.INVALID_GRANT, "there is no refresh token"));
        }
        Refused useless = this.refused;
        if (useless != null && !canRefresh(held)) {
            return Mono.error(() -> useless.again());
        }
        return this.registrations
                .of(server, held.owner().clientId())
                .switchIfEmpty(Mono.error(() ->
                        new TokenRefusedException(TokenRefusedException.INVALID_CLIENT, "the client id has changed")))
                .flatMap(client -> refresh(held, server, tokenEndpoint, token, client));
    }

    private Mono<Held> refresh(
            Held held, AuthorizationServer server, URI tokenEndpoint, String token, ClientIdentity client) {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("grant_type", GrantNames.REFRESH_TOKEN);
        parameters.put("refresh_token", token);
        TokenRequest request = new TokenRequest(
                tokenEndpoint,
                server,
                client,
                parameters,
                this.acquisition.scopesOf(held.tokens(), server),
                held.owner().resource(),
                held.tokens().isDPoP());
        return this.endpoint
                .request(request)
                // It granted other scopes than it said.
                .onErrorResume(
                        TokenRefusedException.class,
                        error -> error.error().equals(TokenRefusedException.INVALID_SCOPE)
                                ? this.endpoint.request(request.withoutScopes())
                                : Mono.error(error))
                .map(fresh -> {
                    this.registrations.proven(client);
                    this.stepUps.refreshed(held.tokens().accessToken(), fresh.accessToken());
                    return this.keeper.refreshed(new Held(held.owner(), fresh));
                })
                .onErrorResume(TokenRefusedException.class, error -> refused(token, client, error));
    }

    private Mono<Held> refused(String token, ClientIdentity client, TokenRefusedException error) {
        if (isAboutSettings(client, error.error()) || isUnexplained(token, error.error())) {
            return Mono.error(this.acquisition.failure(error));
        }
        if (error.error().equals(TokenRefusedException.INVALID_GRANT)) {
            this.refused = new Refused(token, error);
        }
        Mono<Held> failed = Mono.error(error);
        return TokenRefusedException.isAboutClient(error.error())
                ? this.registrations.lost(client).then(failed)
                : failed;
    }

    /** Whether a rejection without a reason is the first one of a refresh token: a gateway may have sent it. */
    private boolean isUnexplained(String token, String error) {
        if (!error.equals(TokenRefusedException.UNSPECIFIED) || token.equals(this.unexplained)) {
            return false;
        }
        this.unexplained = token;
        return true;
    }

    /**
     * Whether the refresh token is good, but the configured credentials of this client, or its clock, are not: users do not have
     * to consent again when that is corrected.
     */
    private static boolean isAboutSettings(ClientIdentity client, String error) {
        return TokenRefusedException.isAboutProof(error)
                || (error.equals(TokenRefusedException.INVALID_CLIENT) && !client.isRegistered());
    }

    /** A user would have to be prompted, but no caller waits for the request. Never reaches an application. */
    static final class UserMissingException extends RuntimeException {

        static final UserMissingException INSTANCE = new UserMissingException();

        private UserMissingException() {
            super("a user would have to be prompted", null, false, false);
        }
    }
}
