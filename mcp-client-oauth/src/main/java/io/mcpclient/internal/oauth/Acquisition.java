package io.mcpclient.internal.oauth;

import java.net.URI;
import java.util.Collection;
import java.util.List;
import java.util.Map;

import reactor.core.publisher.Mono;

import io.mcpclient.auth.McpOAuthSettings;
import io.mcpclient.auth.ProtectedServer;
import io.mcpclient.error.McpChallenge;
import io.mcpclient.internal.oauth.TokenKeeper.Held;
import io.mcpclient.text.SafeText;

/**
 * Obtains tokens when there are no usable ones: determines the client registration and the scopes, then runs the grant.
 * Thread-safe.
 *
 * @see "AUTH-30, AUTH-31, AUTH-35, AUTH-45, AUTH-47, AUTH-61, AUTH-62"
 */
final class Acquisition {

    private final McpOAuthSettings settings;

    private final ClientRegistrations registrations;

    private final Grant grant;

    private final StepUps stepUps;

    private final TokenBinding binding;

    private final AuthorizationFailures failures;

    Acquisition(
            ProtectedServer server,
            McpOAuthSettings settings,
            ClientRegistrations registrations,
            Grant grant,
            StepUps stepUps) {
        this.settings = settings;
        this.registrations = registrations;
        this.grant = grant;
        this.stepUps = stepUps;
        this.binding = new TokenBinding(server, settings.dpop());
        this.failures = new AuthorizationFailures(server.name());
    }

    Grant grant() {
        return this.grant;
    }

    /**
     * Obtains first tokens.
     * @param protection how the server is protected
     * @param challenges challenges of the server
     * @param kept scopes that must be requested again
     */
    Mono<Held> first(Discovery.Protection protection, List<McpChallenge> challenges, Collection<String> kept) {
        return Mono.defer(() -> {
            List<String> scopes = scopes(protection, challenges)
                    .and(isOpen() ? kept : List.of())
                    .toList();
            return obtain(protection, challenges, scopes);
        });
    }

    /**
     * Obtains tokens with more scopes than the present ones, or with the configured ones if no others are permitted.
     * @param present the present tokens
     * @param useless the result if there are no other scopes to request
     */
    Mono<Held> stepUp(
            Discovery.Protection protection, List<McpChallenge> challenges, TokenSet present, Mono<Held> useless) {
        return Mono.defer(() -> {
            List<String> before = ScopeChoice.configured(this.stepUps.asked(present.accessToken()))
                    .and(present.scopes())
                    .toList();
            List<String> scopes = scopes(protection, challenges)
                    .and(ScopeChoice.isLimited(this.settings) ? List.of() : before)
                    .toList();
            if (ScopeChoice.challenged(challenges).isEmpty() && before.containsAll(scopes)) {
                return useless; // the server names no scope
            }
            return obtain(protection, challenges, scopes);
        });
    }

    private ScopeChoice scopes(Discovery.Protection protection, List<McpChallenge> challenges) {
        if (!isOpen()) {
            return ScopeChoice.configured(this.settings.scopes());
        }
        return ScopeChoice.of(ScopeChoice.challenged(challenges), protection.scopes())
                .and(this.settings.scopes())
                .offline(this.settings.offlineAccess(), protection.server().scopes());
    }

    /** Whether scopes of the server are added to those of the settings. */
    private boolean isOpen() {
        return this.grant.needsUser() && !ScopeChoice.isLimited(this.settings);
    }

    private Mono<Held> obtain(Discovery.Protection protection, List<McpChallenge> challenges, List<String> scopes) {
        this.grant.check(protection.server(), protection.isLegacy());
        URI endpoint = protection.server().tokenEndpoint();
        if (endpoint == null) {
            throw this.failures.authorizationServer(
                    "authorization server "
                            + SafeText.excerpt(protection.server().issuer()) + " has no token endpoint",
                    "Ask its operator.",
                    null);
        }
        boolean withDPoP = this.binding.isWanted(protection, challenges);
        List<String> possible = ScopeChoice.configured(scopes)
                .and(isOpen() ? protection.scopes() : List.of())
                .toList();
        return this.registrations.at(protection.server(), possible).flatMap(client -> {
            TokenRequest request = new TokenRequest(
                    endpoint,
                    protection.server(),
                    client,
                    Map.of(),
                    List.copyOf(scopes),
                    protection.resource(),
                    withDPoP);
            return this.grant
                    .obtain(request)
                    .map(tokens -> held(request, tokens))
                    .onErrorResume(TokenRefusedException.class, refused -> registerAgain(request, possible, refused));
        });
    }

    /**
     * The authorization server may have lost a registration, or have limited it to other scopes: registers again and retries
     * once.
     */
    private Mono<Held> registerAgain(TokenRequest request, List<String> possible, TokenRefusedException refused) {
        ClientIdentity client = request.client();
        Mono<Held> failed = Mono.error(() -> this.failures.refused(refused, request.scopes()));
        boolean isLimited = refused.error().equals(TokenRefusedException.INVALID_SCOPE);
        if (!client.isRegistered() || !(isLimited || TokenRefusedException.isAboutClient(refused.error()))) {
            return failed;
        }
        if (isLimited && possible.isEmpty()) {
            return failed; // another registration would be the same
        }
        return (isLimited ? this.registrations.limited(client) : this.registrations.lost(client)).flatMap(canBeHad -> {
            if (!canBeHad) {
                return failed;
            }
            return this.registrations
                    .at(request.server(), possible)
                    .map(request::by)
                    .flatMap(registered -> this.grant.obtain(registered).map(tokens -> held(registered, tokens)))
                    .onErrorMap(TokenRefusedException.class, again -> this.failures.refused(again, request.scopes()));
        });
    }

    /** Returns the scopes of a refresh: those of the tokens, and that for another refresh token, which responses often omit. */
    List<String> scopesOf(TokenSet tokens, AuthorizationServer server) {
        return ScopeChoice.configured(tokens.scopes())
                .offline(isOpen() && this.settings.offlineAccess(), server.scopes())
                .toList();
    }

    /** The error for applications about a request that has to be corrected in the settings. */
    RuntimeException failure(TokenRefusedException refused) {
        return this.failures.refused(refused, List.of());
    }

    private Held held(TokenRequest request, TokenSet tokens) {
        this.registrations.proven(request.client());
        this.stepUps.obtained(tokens.accessToken(), request.scopes());
        TokenSet.Owner owner = new TokenSet.Owner(
                request.server().issuer(), request.resource(), request.client().clientId());
        return new Held(owner, tokens);
    }
}
