package io.mcpclient.internal.oauth;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.auth.AuthorizedRequest;
import io.mcpclient.auth.HttpAuthorization;
import io.mcpclient.auth.HttpCredentials;
import io.mcpclient.auth.HttpRefusal;
import io.mcpclient.auth.McpDPoPMode;
import io.mcpclient.auth.McpGrantType;
import io.mcpclient.auth.McpOAuthSettings;
import io.mcpclient.auth.ProtectedServer;
import io.mcpclient.internal.oauth.TokenKeeper.Held;
import io.mcpclient.schema.McpExtensions;
import io.mcpclient.support.net.UntrustedHttpClient;

/**
 * OAuth 2.1 authorization according to MCP, for one server and one principal.
 *
 * <pre>
 *  authorize    token in memory ─► valid ────────────► header; in its last fifth renewed in the background
 *                             └──► expired ─ refresh ► header
 *               none ─────────── store ── none ──────► no header: the server sends a challenge
 *  reauthorize  see {@link RefusalTable}
 * </pre>
 *
 * Users are prompted only after a rejection, never before a request.
 *
 * @see "MCP 2026-07-28, basic/authorization (AUTH-05, AUTH-12, AUTH-44, AUTH-55, CC-06); faults H01 to H06, H24, H27"
 */
final class OAuthAuthorization implements HttpAuthorization {

    private static final Duration LOGOUT = Duration.ofSeconds(10);

    private static final Duration RESET = Duration.ofSeconds(2);

    private static final Mono<HttpCredentials> NOTHING =
            Mono.just(new HttpCredentials(Map.of(), RefusalTable.AuthAttempts.NONE));

    private final ProtectedServer server;

    private final McpOAuthSettings settings;

    private final Parts parts;

    private final AccessFailures failures;

    private final AuthorizationHeader presentation;

    /** Whether the tokens were loaded from the store. After that, only rejected requests read it. */
    private volatile boolean recalled;

    /** The components of an authorization. */
    record Parts(
            TokenKeeper keeper,
            TokenWork work,
            Grant grant,
            StepUps stepUps,
            UserWait userWait,
            DPoPKey key,
            UntrustedHttpClient http) {}

    OAuthAuthorization(ProtectedServer server, McpOAuthSettings settings, Parts parts) {
        this.server = server;
        this.settings = settings;
        this.parts = parts;
        this.failures = new AccessFailures(server.name());
        this.presentation = new AuthorizationHeader(parts.key());
    }

    @Override
    public Mono<HttpCredentials> authorize(AuthorizedRequest request) {
        Held held = this.parts.keeper().current();
        if (held != null) {
            return present(request, held);
        }
        if (this.recalled) {
            return NOTHING;
        }
        return this.parts
                .keeper()
                .recall()
                .doOnTerminate(() -> this.recalled = true)
                .flatMap(found -> present(request, found))
                .switchIfEmpty(NOTHING);
    }

    private Mono<HttpCredentials> present(AuthorizedRequest request, Held held) {
        TokenSet.Age age = this.parts.keeper().age(held);
        if (age != TokenSet.Age.FRESH && this.parts.work().canWorkAlone(held)) {
            if (age == TokenSet.Age.EXPIRED) {
                return renewed(request, held);
            }
            // In the background: the present tokens are still valid, whatever the result (H24).
            this.parts.work().refreshSilently(held).subscribe(fresh -> {}, error -> {});
        }
        // They may have expired, and no user can be prompted now: the server may still accept them, or sends a
        // challenge.
        return this.presentation.of(request, held);
    }

    private Mono<HttpCredentials> renewed(AuthorizedRequest request, Held ended) {
        return this.parts
                .work()
                .refreshSilently(ended)
                .map(fresh -> this.presentation.credentials(request, RefusalTable.AuthAttempts.with(fresh)))
                .onErrorResume(
                        TokenRefusedException.class, refused -> forgotten(ended).then(NOTHING))
                .onErrorResume(TokenWork.UserMissingException.class, missing -> NOTHING);
    }

    /** Tokens that a user is about to replace are kept until then: the new ones succeed them. */
    private Mono<Void> forgotten(Held ended) {
        return this.parts.userWait().isWaiting()
                ? Mono.empty()
                : this.parts.keeper().discard(ended);
    }

    @Override
    public @Nullable URI pendingRequest() {
        return this.parts.http().pending();
    }

    @Override
    public Mono<HttpCredentials> reauthorize(AuthorizedRequest request, HttpCredentials refused, HttpRefusal refusal) {
        return Mono.defer(() -> {
            RefusalTable.AuthAttempts trail = RefusalTable.AuthAttempts.of(refused);
            Held other = other(trail.held());
            RefusalTable.Kind kind = RefusalTable.kind(refusal, trail.held() != null);
            return switch (RefusalTable.action(kind, state(request, refusal, trail, other))) {
                case REPEAT_PROOF -> just(request, trail.withRepeatedProof());
                case USE_OTHER -> (other != null) ? just(request, trail.usedOther(other)) : Mono.empty();
                case OBTAIN, RENEW -> obtained(request, trail, refusal);
                case STEP_UP -> steppedUp(request, trail, refusal);
                case FAIL -> Mono.error(this.failures.refusedAgain(request, refusal));
                case FAIL_FOR_SCOPES -> Mono.error(scopesMissing(request, refusal));
                case STAND -> Mono.empty();
            };
        });
    }

    private RefusalTable.State state(
            AuthorizedRequest request, HttpRefusal refusal, RefusalTable.AuthAttempts trail, @Nullable Held other) {
        Held held = trail.held();
        List<String> scopes = ScopeChoice.challenged(refusal.challenges());
        return new RefusalTable.State(
                held != null,
                held != null && held.tokens().isDPoP(),
                other != null,
                request.isBackground() && this.parts.grant().needsUser(),
                this.parts.grant().canAskForMore() && ScopeChoice.isPermitted(this.settings, scopes),
                held != null && !scopes.isEmpty() && isAskedFor(scopes, held),
                held != null
                        && !scopes.isEmpty()
                        && held.tokens().refreshToken() != null
                        && held.tokens().scopes().containsAll(scopes),
                trail);
    }

    private boolean isAskedFor(List<String> scopes, Held held) {
        Set<String> asked = this.parts.stepUps().asked(held.tokens().accessToken());
        asked.addAll(held.tokens().scopes());
        return asked.containsAll(scopes);
    }

    private @Nullable Held other(@Nullable Held used) {
        Held present = this.parts.keeper().current();
        return (present != null && (used == null || !TokenWork.isSame(present, used))) ? present : null;
    }

    private Mono<HttpCredentials> just(AuthorizedRequest request, RefusalTable.AuthAttempts trail) {
        return Mono.just(this.presentation.credentials(request, trail));
    }

    private Mono<HttpCredentials> obtained(
            AuthorizedRequest request, RefusalTable.AuthAttempts trail, HttpRefusal refusal) {
        Mono<HttpCredentials> renewal = Mono.defer(() -> renewed(request, trail, refusal));
        // Another instance may have obtained tokens in the meantime.
        return (trail.held() != null)
                ? renewal
                : this.parts
                        .keeper()
                        .recall()
                        .map(found -> this.presentation.credentials(request, trail.usedOther(found)))
                        .switchIfEmpty(renewal);
    }

    private Mono<HttpCredentials> renewed(
            AuthorizedRequest request, RefusalTable.AuthAttempts trail, HttpRefusal refusal) {
        boolean isUserAllowed = !request.isBackground();
        Mono<Held> work =
                Mono.defer(() -> this.parts.work().reauthorize(trail.held(), refusal.challenges(), isUserAllowed));
        Mono<Held> instead = Mono.defer(() -> this.parts.work().otherTokens(trail.held(), refusal.challenges()));
        return withUser(request, work, instead, trail::renewed);
    }

    private Mono<HttpCredentials> steppedUp(
            AuthorizedRequest request, RefusalTable.AuthAttempts trail, HttpRefusal refusal) {
        Held held = trail.held();
        if (held == null) {
            return Mono.empty(); // a step-up requires a token
        }
        Mono<Held> tooOften = Mono.error(() -> scopesMissing(request, refusal));
        Mono<Held> work =
                Mono.defer(() -> this.parts.work().stepUp(request.operation(), held, refusal.challenges(), tooOften));
        return withUser(request, work, this.parts.keeper().ofOtherInstance(), trail::steppedUp);
    }

    /**
     * Waits for work that may prompt a user. The caller may have joined work that a background request started, which prompts no
     * user; in that case it starts the work again.
     */
    private Mono<HttpCredentials> withUser(
            AuthorizedRequest request,
            Mono<Held> work,
            Mono<Held> instead,
            Function<Held, RefusalTable.AuthAttempts> trail) {
        Mono<Held> done = work.onErrorResume(
                TokenWork.UserMissingException.class, missing -> request.isBackground() ? Mono.empty() : work);
        return this.parts
                .userWait()
                .bound(done, instead)
                .map(fresh -> this.presentation.credentials(request, trail.apply(fresh)));
    }

    private RuntimeException scopesMissing(AuthorizedRequest request, HttpRefusal refusal) {
        if (!ScopeChoice.isPermitted(this.settings, ScopeChoice.challenged(refusal.challenges()))) {
            return this.failures.scopesNotConfigured(request, refusal);
        }
        return this.failures.scopesMissing(request, refusal, this.parts.grant().canAskForMore());
    }

    @Override
    public void answered(Function<String, @Nullable String> header) {
        if (this.settings.dpop() != McpDPoPMode.OFF) {
            this.parts.key().adopt(this.server.url(), header.apply("DPoP-Nonce"));
        }
    }

    @Override
    public Set<String> extensions() {
        if (this.settings.grant() == McpGrantType.CLIENT_CREDENTIALS) {
            return Set.of(McpExtensions.OAUTH_CLIENT_CREDENTIALS);
        }
        return (this.settings.grant() == McpGrantType.ENTERPRISE_MANAGED)
                ? Set.of(McpExtensions.ENTERPRISE_MANAGED_AUTHORIZATION)
                : Set.of();
    }

    /** A grant without a user always uses the same account. */
    @Override
    public @Nullable Object grant() {
        return this.parts.grant().needsUser() ? this.parts.keeper().grant() : null;
    }

    @Override
    public Mono<Void> logout() {
        return Mono.defer(() -> {
                    this.parts.grant().abandon();
                    return held();
                })
                .flatMap(held -> this.parts.work().revokeTokens(held))
                .then(Mono.defer(() -> this.parts.work().reset(null)))
                .timeout(LOGOUT, Mono.empty(), this.server.time().timers());
    }

    @Override
    public Mono<Void> reset() {
        return held().map(Optional::of)
                .defaultIfEmpty(Optional.empty())
                .flatMap(held -> this.parts.work().reset(held.orElse(null)))
                .timeout(RESET, Mono.empty(), this.server.time().timers());
    }

    private Mono<Held> held() {
        return Mono.defer(() -> {
            Held held = this.parts.keeper().current();
            return (held != null) ? Mono.just(held) : this.parts.keeper().recall();
        });
    }

    @Override
    public void close() {
        this.parts.http().close();
    }
}
