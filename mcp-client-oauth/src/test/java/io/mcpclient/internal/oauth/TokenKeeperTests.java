package io.mcpclient.internal.oauth;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.UnaryOperator;

import com.nimbusds.jwt.SignedJWT;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.auth.McpDPoPMode;
import io.mcpclient.auth.McpOAuthSettings;
import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.ProtectedServer;
import io.mcpclient.internal.oauth.TokenKeeper.Held;
import io.mcpclient.internal.session.FaultyStore;
import io.mcpclient.store.McpStoredValue;
import io.mcpclient.testkit.VirtualTime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(30)
class TokenKeeperTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final FaultyStore store = new FaultyStore();

    private final McpOAuthSettings settings =
            McpOAuthSettings.builder().clientId("client-1").build();

    private final TokenKeeper keeper = keeper(TokenFixtures.server(), this.settings);

    private TokenKeeper keeper(ProtectedServer server, McpOAuthSettings settings) {
        return new TokenKeeper(
                server,
                settings,
                TokenFixtures.values(this.store, settings.encryptor()),
                new DPoPKey(InstantSource.system()));
    }

    // H02, AUTH-58: one renewal for all, whatever the number of callers
    @Test
    void renewWhenHundredCallersComeAtOnceRenewsOnce() {
        Held first = obtain(this.keeper);
        Held second = TokenFixtures.held(TokenFixtures.OWNER, false);
        AtomicInteger renewals = new AtomicInteger();
        Sinks.One<Held> answer = Sinks.one();
        Function<@Nullable Held, Mono<Held>> renewal = before -> {
            assertThat(before).isEqualTo(first);
            renewals.incrementAndGet();
            return answer.asMono();
        };
        AtomicInteger under = new AtomicInteger();

        Mono<List<Held>> all = Flux.range(0, 100)
                .flatMap(
                        i -> this.keeper
                                .renew(first, renewal)
                                .doOnSubscribe(subscription -> under.incrementAndGet())
                                .subscribeOn(Schedulers.parallel()),
                        100)
                .collectList()
                .cache();
        Disposable waiting = all.subscribe();
        Awaitility.await().atMost(LIMIT).until(() -> under.get() == 100 && renewals.get() == 1);
        answer.tryEmitValue(second);

        assertThat(all.block(LIMIT)).hasSize(100).containsOnly(second);
        assertThat(renewals).hasValue(1);
        assertThat(this.keeper
                        .renew(first, before -> Mono.error(new AssertionError("again")))
                        .block(LIMIT))
                .as("who comes late")
                .isEqualTo(second);
        waiting.dispose();
    }

    @Test
    void renewContinuesWhenItsCallerCancels() {
        Held first = obtain(this.keeper);
        Held second = TokenFixtures.held(TokenFixtures.OWNER, false);
        Sinks.One<Held> answer = Sinks.one();
        AtomicInteger renewals = new AtomicInteger();

        Disposable caller = this.keeper
                .renew(first, before -> {
                    renewals.incrementAndGet();
                    return answer.asMono();
                })
                .subscribe();
        Awaitility.await().atMost(LIMIT).until(() -> renewals.get() == 1);
        caller.dispose();
        answer.tryEmitValue(second);

        assertThat(this.keeper
                        .renew(first, before -> Mono.error(new AssertionError("again")))
                        .block(LIMIT))
                .isEqualTo(second);
    }

    // AUTH-49, AUTH-59: a user decides while tokens are refreshed; what the user has consented to stays, also in the
    // store
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void consentIsNotReplacedByARefreshThatRunsMeanwhile(boolean endsRefreshFirst) {
        Held first = obtain(this.keeper);
        Held consented = TokenFixtures.held(TokenFixtures.OWNER, false);
        Held refreshed = TokenFixtures.held(TokenFixtures.OWNER, false);
        Sinks.One<Held> decision = Sinks.one();
        Sinks.One<Held> answer = Sinks.one();
        AtomicInteger begun = new AtomicInteger();
        CompletableFuture<Held> consent = this.keeper
                .renew(first, before -> {
                    begun.incrementAndGet();
                    return decision.asMono();
                })
                .toFuture();
        Awaitility.await().atMost(LIMIT).until(() -> begun.get() == 1);
        CompletableFuture<Held> refresh = this.keeper
                .refreshMeanwhile(first, before -> {
                    begun.incrementAndGet();
                    return answer.asMono().map(this.keeper::refreshed);
                })
                .toFuture();
        Awaitility.await().atMost(LIMIT).until(() -> begun.get() == 2);

        Runnable decide = () -> {
            decision.tryEmitValue(consented);
            assertThat(consent).succeedsWithin(LIMIT).isEqualTo(consented);
        };
        Runnable answerRefresh = () -> {
            answer.tryEmitValue(refreshed);
            assertThat(refresh).succeedsWithin(LIMIT).isEqualTo(endsRefreshFirst ? refreshed : consented);
        };
        (endsRefreshFirst ? answerRefresh : decide).run();
        (endsRefreshFirst ? decide : answerRefresh).run();

        assertThat(this.keeper.current()).isEqualTo(consented);
        assertThat(keeper(TokenFixtures.server(), this.settings).recall().block(LIMIT))
                .extracting(held -> held.tokens().accessToken())
                .isEqualTo(consented.tokens().accessToken());
    }

    @Test
    void renewalErrorIsReportedToAllWaitersAndTheNextCallRetries() {
        Held first = obtain(this.keeper);
        Sinks.One<Held> answer = Sinks.one();
        AtomicInteger renewals = new AtomicInteger();
        Function<@Nullable Held, Mono<Held>> failing = before -> {
            renewals.incrementAndGet();
            return answer.asMono();
        };
        Mono<List<String>> all = Flux.range(0, 10)
                .flatMap(i -> this.keeper
                        .renew(first, failing)
                        .map(String::valueOf)
                        .onErrorResume(error -> Mono.just(String.valueOf(error.getMessage()))))
                .collectList()
                .cache();
        Disposable waiting = all.subscribe();
        Awaitility.await().atMost(LIMIT).until(() -> renewals.get() == 1);
        answer.tryEmitError(new IllegalStateException("no"));

        assertThat(all.block(LIMIT)).hasSize(10).containsOnly("no");
        assertThat(this.keeper.current()).isEqualTo(first);
        Held second = TokenFixtures.held(TokenFixtures.OWNER, false);
        assertThat(this.keeper.renew(first, before -> Mono.just(second)).block(LIMIT))
                .isEqualTo(second);
        waiting.dispose();
    }

    // H24: a restart reads only the store
    @Test
    void tokensAreRestoredAfterARestart() {
        Held held = obtain(this.keeper);

        Held found = keeper(TokenFixtures.server(), this.settings).recall().block(LIMIT);

        assertThat(found).isNotNull();
        assertThat(found.owner()).isEqualTo(held.owner());
        assertThat(found.tokens().accessToken()).isEqualTo(held.tokens().accessToken());
        assertThat(found.tokens().refreshToken()).isEqualTo(held.tokens().refreshToken());
    }

    enum Other {
        SERVER,
        PRINCIPAL,
        ISSUER,
        CLIENT
    }

    // AUTH-11, AUTH-30, AUTH-54, H18: nothing of one is ever used for another
    @ParameterizedTest
    @EnumSource
    void tokensOfAnotherServerPrincipalOrClientAreNotFound(Other other) {
        obtain(this.keeper);
        String url = other == Other.SERVER ? "https://mcp.example.com/other" : "https://mcp.example.com/mcp";
        McpPrincipal principal = other == Other.PRINCIPAL ? McpPrincipal.of("alice") : McpPrincipal.APPLICATION;
        McpOAuthSettings others = McpOAuthSettings.builder()
                .clientId(other == Other.CLIENT ? "client-2" : "client-1")
                .issuer(other == Other.ISSUER ? "https://other.example.com" : null)
                .build();

        assertThat(keeper(TokenFixtures.server(url, principal), others).recall().blockOptional(LIMIT))
                .isEmpty();
    }

    // AUTH-11, H18
    @Test
    void tokensOfAnotherIssuerReplaceTheEarlierOnes() {
        Held before = obtain(this.keeper);
        TokenSet.Owner moved =
                new TokenSet.Owner("https://other.example.com", "https://mcp.example.com/mcp", "client-9");
        Held after = TokenFixtures.held(moved, false);

        assertThat(this.keeper.renew(before, newest -> Mono.just(after)).block(LIMIT))
                .isEqualTo(after);

        Held found = keeper(TokenFixtures.server(), this.settings).recall().block(LIMIT);
        assertThat(found).isNotNull();
        assertThat(found.owner()).isEqualTo(moved);
        assertThat(found.tokens().accessToken()).isEqualTo(after.tokens().accessToken());
    }

    // AUTH-53, AUTH-59
    @Test
    void encryptedStoreContainsNoPlainText() {
        McpOAuthSettings sealing =
                McpOAuthSettings.builder().encryptor(TokenFixtures.ENCRYPTOR).build();
        Held held = obtain(keeper(TokenFixtures.server(), sealing));

        assertThat(texts()).isNotEmpty().allSatisfy(text -> assertThat(text)
                .doesNotContain(held.tokens().accessToken())
                .doesNotContain(String.valueOf(held.tokens().refreshToken()))
                .doesNotContain("mcp.example.com"));
        assertThat(this.store.keys()).allSatisfy(key -> assertThat(key).matches("mcp-token:[0-9a-f]{64}"));
    }

    // J01: a store that is away costs nothing but what it is for
    @Test
    void tokensAreUsedFromMemoryWhenTheStoreFails() {
        this.store.failing(true);

        Held first = obtain(this.keeper);
        Held second = TokenFixtures.held(TokenFixtures.OWNER, false);

        assertThat(this.keeper.recall().block(LIMIT)).isEqualTo(first);
        assertThat(this.keeper.renew(first, before -> Mono.just(second)).block(LIMIT))
                .isEqualTo(second);
        assertThat(this.keeper.current()).isEqualTo(second);
        assertThat(this.keeper.newer(second).blockOptional(LIMIT)).isEmpty();
        assertThat(this.keeper.discard(second).blockOptional(LIMIT)).isEmpty();
        assertThat(this.keeper.current()).isNull();
        this.store.failing(false);
        assertThat(this.keeper.recall().blockOptional(LIMIT)).isEmpty();
    }

    // J01, H04: an old refresh token in the store is a trap for the other instances
    @Test
    void storeIsUpdatedWhenItIsAvailableAgain() {
        VirtualTime time = new VirtualTime();
        TokenKeeper timed = keeper(TokenFixtures.server(time), this.settings);
        Held first = obtain(timed);
        this.store.failing(true);
        Held second = TokenFixtures.held(TokenFixtures.OWNER, false);
        timed.renew(first, before -> Mono.just(second)).block(LIMIT);
        this.store.failing(false);

        awaitTimer(time);
        time.advance(Duration.ofSeconds(1));
        Awaitility.await().atMost(LIMIT).untilAsserted(() -> assertThat(
                        keeper(TokenFixtures.server(), this.settings).recall().block(LIMIT))
                .extracting(held -> held.tokens().refreshToken())
                .isEqualTo(second.tokens().refreshToken()));
    }

    /** The pause before the store is updated. */
    private static void awaitTimer(VirtualTime time) {
        Awaitility.await().atMost(LIMIT).until(() -> time.pending().contains(Duration.ofSeconds(1)));
    }

    // H23
    @Test
    void tokensAreDeletedWhenTheStoreIsAvailableAgain() {
        VirtualTime time = new VirtualTime();
        TokenKeeper timed = keeper(TokenFixtures.server(time), this.settings);
        Held held = obtain(timed);
        this.store.failing(true);
        timed.discard(held).block(LIMIT);
        this.store.failing(false);

        awaitTimer(time);
        time.advance(Duration.ofSeconds(1));
        Awaitility.await().atMost(LIMIT).untilAsserted(() -> assertThat(
                        keeper(TokenFixtures.server(), this.settings).recall().blockOptional(LIMIT))
                .isEmpty());
    }

    // Some authorization servers give an access token that is still good once more, with another refresh token
    @Test
    void sameAccessTokenWithAnotherRefreshTokenIsNewer() {
        Held first = obtain(this.keeper);
        TokenKeeper other = keeper(TokenFixtures.server(), this.settings);
        other.recall().block(LIMIT);
        TokenSet tokens = first.tokens();
        Held rotated = new Held(
                TokenFixtures.OWNER,
                new TokenSet(
                        tokens.accessToken(),
                        false,
                        TokenFixtures.held(TokenFixtures.OWNER, false).tokens().refreshToken(),
                        tokens.scopes(),
                        tokens.issuedAt(),
                        tokens.expiresAt()));
        this.keeper.renew(first, before -> Mono.just(rotated)).block(LIMIT);

        Held newer = other.newer(first).block(LIMIT);

        assertThat(newer).isNotNull();
        assertThat(newer.tokens().refreshToken()).isEqualTo(rotated.tokens().refreshToken());
    }

    // J02
    @Test
    void hangingStoreDelaysOperationsOnlyBriefly() {
        TokenKeeper impatient = new TokenKeeper(
                TokenFixtures.server(),
                this.settings,
                TokenFixtures.values(this.store, null, Duration.ofMillis(50)),
                new DPoPKey(InstantSource.system()));
        this.store.hang();

        Held first = obtain(impatient);
        Held second = TokenFixtures.held(TokenFixtures.OWNER, false);

        assertThat(impatient.renew(first, before -> Mono.just(second)).block(Duration.ofSeconds(5)))
                .isEqualTo(second);
        this.store.release();
    }

    // H23: deleted once, and not brought back, also if the store was unavailable
    @Test
    void removedTokensAreNotRestored() {
        Held held = obtain(this.keeper);
        this.store.failing(true);
        this.keeper.discard(held).block(LIMIT);
        this.store.failing(false);

        assertThat(this.keeper.current()).isNull();
        assertThat(this.keeper.recall().blockOptional(LIMIT)).isEmpty();

        this.keeper.discard(held).block(LIMIT);
        assertThat(keeper(TokenFixtures.server(), this.settings).recall().blockOptional(LIMIT))
                .isEmpty();
    }

    @Test
    void newerTokensAreNotReplacedByOlderOnes() {
        Held first = obtain(this.keeper);
        Held second = TokenFixtures.held(TokenFixtures.OWNER, false);
        this.keeper.renew(first, before -> Mono.just(second)).block(LIMIT);

        this.keeper.discard(first).block(LIMIT);

        assertThat(this.keeper.current()).isEqualTo(second);
        assertThat(keeper(TokenFixtures.server(), this.settings).recall().blockOptional(LIMIT))
                .isPresent();
    }

    // Who has logged out while tokens were renewed, is logged out
    @Test
    void renewalDoesNotRestoreDiscardedTokens() {
        Held first = obtain(this.keeper);
        Sinks.One<Held> answer = Sinks.one();
        Mono<Held> renewal = this.keeper.renew(first, before -> answer.asMono()).cache();
        Disposable caller = renewal.subscribe();

        this.keeper.discard(first).block(LIMIT);
        answer.tryEmitValue(TokenFixtures.held(TokenFixtures.OWNER, false));

        assertThat(renewal.block(LIMIT)).isNotNull();
        assertThat(this.keeper.current()).isNull();
        assertThat(keeper(TokenFixtures.server(), this.settings).recall().blockOptional(LIMIT))
                .isEmpty();
        caller.dispose();
    }

    @Test
    void removedTokensAreNotPassedToTheNextRenewal() {
        Held first = obtain(this.keeper);
        this.keeper.discard(first).block(LIMIT);
        Held second = TokenFixtures.held(TokenFixtures.OWNER, false);

        Mono<Held> renewal = this.keeper.renew(first, before -> {
            assertThat(before).isNull();
            return Mono.just(second);
        });

        assertThat(renewal.block(LIMIT)).isEqualTo(second);
    }

    // RFC 6749, section 6: a refresh without a word about scopes leaves them as they were
    @Test
    void scopesArePreservedByARefreshWithoutScopes() {
        Held first = obtain(this.keeper);
        Held second = TokenFixtures.held(TokenFixtures.OWNER, false);
        TokenSet tokens = second.tokens();
        TokenSet silent = new TokenSet(
                tokens.accessToken(), false, tokens.refreshToken(), List.of(), tokens.issuedAt(), tokens.expiresAt());

        Held renewed = this.keeper
                .renew(first, before -> Mono.just(new Held(TokenFixtures.OWNER, silent)))
                .block(LIMIT);

        assertThat(renewed).isEqualTo(second);
        assertThat(this.keeper.current()).isEqualTo(second);
    }

    // DPOP-06: a key is kept in an encrypted store or not at all, and neither are the tokens that are bound to it
    @Test
    void boundTokensAreStoredEncrypted() {
        TokenKeeper open = new TokenKeeper(
                TokenFixtures.server(),
                this.settings,
                TokenFixtures.values(this.store, null),
                new DPoPKey(InstantSource.system()));
        obtain(open); // not bound, so kept
        Held bound = TokenFixtures.held(TokenFixtures.OWNER, true);

        open.renew(open.current(), before -> Mono.just(bound)).block(LIMIT);

        assertThat(open.current()).isEqualTo(bound);
        assertThat(texts()).allSatisfy(text -> assertThat(text)
                .doesNotContain(bound.tokens().accessToken())
                .doesNotContain("\"d\""));
        assertThat(keeper(TokenFixtures.server(), this.settings).recall().blockOptional(LIMIT))
                .as("nor are those before found again")
                .isEmpty();
    }

    // DPOP-06, H24
    @Test
    void boundTokensAreRestoredWithTheirKey() throws Exception {
        McpOAuthSettings sealing =
                McpOAuthSettings.builder().encryptor(TokenFixtures.ENCRYPTOR).build();
        DPoPKey key = new DPoPKey(InstantSource.system());
        DPoPKey other = new DPoPKey(InstantSource.system());
        TokenKeeper before = new TokenKeeper(
                TokenFixtures.server(), sealing, TokenFixtures.values(this.store, TokenFixtures.ENCRYPTOR), key);
        TokenKeeper after = new TokenKeeper(
                TokenFixtures.server(), sealing, TokenFixtures.values(this.store, TokenFixtures.ENCRYPTOR), other);
        Held bound = TokenFixtures.held(TokenFixtures.OWNER, true);
        before.renew(null, none -> Mono.just(bound)).block(LIMIT);

        Held found = after.recall().block(LIMIT);

        assertThat(found).isNotNull();
        assertThat(found.tokens().isDPoP()).isTrue();
        assertThat(thumbprint(other)).isEqualTo(thumbprint(key));
    }

    // DPOP-08: what is remembered is used only as the settings want it today
    @Test
    void unboundTokensAreIgnoredWhereDpopIsRequired() {
        obtain(this.keeper);
        McpOAuthSettings required = McpOAuthSettings.builder()
                .clientId("client-1")
                .dpop(McpDPoPMode.REQUIRED)
                .build();

        assertThat(keeper(TokenFixtures.server(), required).recall().blockOptional(LIMIT))
                .isEmpty();
    }

    // H24: ahead of time, behind the calls, and after a failure not at once again
    @Test
    void dueTokensAreRenewedOnceAndRetriedWithBackoff() {
        SettableClock clock = new SettableClock();
        TokenKeeper timed = new TokenKeeper(
                TokenFixtures.server(),
                this.settings,
                TokenFixtures.values(this.store, null),
                new DPoPKey(InstantSource.system()),
                new TokenTimes(clock, 0.5),
                LIMIT);
        Held held = TokenFixtures.held(TokenFixtures.OWNER, false, SettableClock.START, Duration.ofMinutes(10));
        timed.renew(null, none -> Mono.just(held)).block(LIMIT);
        assertThat(timed.age(held)).isEqualTo(TokenSet.Age.FRESH);

        clock.advance(Duration.ofMinutes(8));
        assertThat(timed.age(held)).isEqualTo(TokenSet.Age.DUE);

        Sinks.One<Held> answer = Sinks.one();
        Mono<Held> renewal = timed.renew(held, before -> answer.asMono()).cache();
        Disposable waiting = renewal.onErrorComplete().subscribe();
        assertThat(timed.age(held)).as("while it is renewed").isEqualTo(TokenSet.Age.FRESH);
        answer.tryEmitError(new IllegalStateException("away"));
        assertThatThrownBy(() -> renewal.block(LIMIT)).hasMessage("away");
        assertThat(timed.age(held)).as("just after a failure").isEqualTo(TokenSet.Age.FRESH);
        assertThat(timed.current()).isEqualTo(held);

        clock.advance(Duration.ofSeconds(5));
        assertThat(timed.age(held)).as("after the pause").isEqualTo(TokenSet.Age.DUE);
        clock.advance(Duration.ofMinutes(2));
        assertThat(timed.age(held)).isEqualTo(TokenSet.Age.EXPIRED);
        waiting.dispose();
    }

    @Test
    void expiredResultIsNotReturnedToLateCallers() {
        Held over = TokenFixtures.held(
                TokenFixtures.OWNER, false, Instant.now().minusSeconds(3600), Duration.ofSeconds(60));
        this.keeper.renew(null, none -> Mono.just(over)).block(LIMIT);
        Held fresh = TokenFixtures.held(TokenFixtures.OWNER, false);

        assertThat(this.keeper.renew(null, before -> Mono.just(fresh)).block(LIMIT))
                .isEqualTo(fresh);
    }

    // SEC-30
    @Test
    void toStringOmitsTokens() {
        Held held = TokenFixtures.held(TokenFixtures.OWNER, false);

        assertThat(held.toString())
                .doesNotContain(held.tokens().accessToken())
                .doesNotContain(String.valueOf(held.tokens().refreshToken()));
    }

    /** Another instance has changed the store. */
    @Test
    void unreadableValueCountsAsAbsent() {
        obtain(this.keeper);
        this.store.lying(value -> value == null ? null : new McpStoredValue(value.version(), "nonsense"));

        assertThat(keeper(TokenFixtures.server(), this.settings).recall().blockOptional(LIMIT))
                .isEmpty();
        this.store.lying(UnaryOperator.identity());
    }

    private static Held obtain(TokenKeeper keeper) {
        Held held = TokenFixtures.held(TokenFixtures.OWNER, false);
        assertThat(keeper.renew(null, none -> Mono.just(held)).block(LIMIT)).isEqualTo(held);
        return held;
    }

    private List<String> texts() {
        return this.store.keys().stream()
                .map(this.store::present)
                .filter(value -> value != null)
                .map(McpStoredValue::text)
                .toList();
    }

    private static String thumbprint(DPoPKey key) throws Exception {
        return SignedJWT.parse(key.proof("GET", URI.create("https://mcp.example.com/mcp"), null))
                .getHeader()
                .getJWK()
                .computeThumbprint()
                .toString();
    }
}
