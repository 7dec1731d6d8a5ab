package io.mcpclient.internal.oauth;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.auth.McpOAuthSettings;
import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.McpTokenAuthMethod;
import io.mcpclient.auth.ProtectedServer;
import io.mcpclient.internal.oauth.TokenKeeper.Held;
import io.mcpclient.store.InMemoryMcpStore;
import io.mcpclient.store.McpStore;
import io.mcpclient.support.net.McpNetworkPolicy;
import io.mcpclient.support.net.UntrustedHttpClient;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.oauth.ScriptedAuthorizationServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Several instances with one store, and an authorization server that revokes everything when a refresh token is used twice. */
@Timeout(60)
class SharedTokensTests {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private static final String RESOURCE = "https://mcp.example.com/mcp";

    private final ScriptedAuthorizationServer server = new ScriptedAuthorizationServer().client("client-1", null);

    private final TokenSet.Owner owner = new TokenSet.Owner(this.server.issuer(), RESOURCE, "client-1");

    private final AtomicLong skippedNanos = new AtomicLong();

    private final McpStore store = new InMemoryMcpStore(() -> System.nanoTime() + this.skippedNanos.get()) {};

    private final ProtectedServer protectedServer =
            TokenFixtures.server(this.server.issuer() + "/mcp", McpPrincipal.APPLICATION);

    private final McpOAuthSettings settings = McpOAuthSettings.builder().build();

    private final UntrustedHttpClient http =
            new UntrustedHttpClient(McpNetworkPolicy.of(this.protectedServer.url(), Set.of()), Duration.ofSeconds(5));

    private final Instance first = new Instance(LIMIT);

    private final Instance second = new Instance(LIMIT);

    /** One of the instances of an application. */
    private final class Instance {

        private final DPoPKey key = new DPoPKey(InstantSource.system());

        private final TokenKeeper keeper;

        private final TokenEndpoint endpoint = new TokenEndpoint(
                SharedTokensTests.this.protectedServer,
                SharedTokensTests.this.settings,
                SharedTokensTests.this.http,
                this.key);

        Instance(Duration patience) {
            this.keeper = new TokenKeeper(
                    SharedTokensTests.this.protectedServer,
                    SharedTokensTests.this.settings,
                    TokenFixtures.values(SharedTokensTests.this.store, null),
                    this.key,
                    new TokenTimes(InstantSource.system(), 0.5),
                    patience);
        }

        Mono<Held> renew(@Nullable Held seen) {
            return this.keeper.renew(seen, this::refresh);
        }

        private Mono<Held> refresh(@Nullable Held before) {
            return this.endpoint
                    .request(refreshRequest(Objects.requireNonNull(before)))
                    .map(tokens -> new Held(SharedTokensTests.this.owner, tokens));
        }

        Held held() {
            return Objects.requireNonNull(this.keeper.current());
        }
    }

    @BeforeEach
    void haveBothTheSameTokens() {
        ScriptedAuthorizationServer.Issued issued = this.server.issue("client-1", RESOURCE, "read");
        Held held = new Held(
                this.owner,
                new TokenSet(
                        issued.accessToken(),
                        false,
                        issued.refreshToken(),
                        List.of("read"),
                        Instant.now(),
                        Instant.now().plusSeconds(3600)));
        this.first.keeper.renew(null, none -> Mono.just(held)).block(LIMIT);
        assertThat(this.second.keeper.recall().block(LIMIT)).isNotNull();
    }

    @AfterEach
    void close() {
        this.http.close();
        this.server.close();
    }

    // H02, H04: a hundred calls in two instances, one use of the refresh token
    @Test
    void instancesWithTheSameExpiredTokensRefreshOnce() {
        this.server.expireAll();
        // the token that each of the calls was refused with: the expired one, also for the last call to start
        Held ofFirst = this.first.held();
        Held ofSecond = this.second.held();

        List<Held> all = Flux.range(0, 100)
                .flatMap(
                        i -> (i % 2 == 0 ? this.first.renew(ofFirst) : this.second.renew(ofSecond))
                                .subscribeOn(Schedulers.parallel()),
                        100)
                .collectList()
                .block(LIMIT);

        assertThat(all).hasSize(100);
        assertThat(this.server.tokenRequests("refresh_token")).hasSize(1);
        assertThat(this.server.reuses()).isZero();
        assertThat(this.first.held().tokens().accessToken())
                .isEqualTo(this.second.held().tokens().accessToken());
        assertThat(this.server.accepts(this.first.held().tokens().accessToken()))
                .isTrue();
    }

    // H04: an instance that has slept takes what the others have obtained in the meantime
    @Test
    void instanceWithOldTokensUsesThoseOfTheStore() {
        Held old = this.second.held();
        Held renewed = this.first.renew(this.first.held()).block(LIMIT);

        Held taken = this.second.renew(old).block(LIMIT);

        assertThat(Objects.requireNonNull(taken).tokens().accessToken())
                .isEqualTo(Objects.requireNonNull(renewed).tokens().accessToken());
        assertThat(this.server.tokenRequests("refresh_token")).hasSize(1);
        assertThat(this.server.reuses()).isZero();
    }

    // H04: the holder of the lease is slow, and the others wait
    @Test
    void instanceWaitsForTheRefreshOfAnotherInstance() {
        CountDownLatch answer = new CountDownLatch(1);
        AtomicInteger asked = new AtomicInteger();
        this.server.at("/token", request -> {
            if (asked.incrementAndGet() == 1) {
                awaitOpen(answer);
            }
            return null;
        });
        Mono<Held> slow = this.first.renew(this.first.held()).cache();
        Disposable slowCaller = slow.subscribe();
        this.server.http().awaitRequests("POST", 1, LIMIT);

        Mono<Held> waiting = this.second.renew(this.second.held()).cache();
        Disposable waitingCaller = waiting.subscribe();
        answer.countDown();

        assertThat(accessToken(waiting)).isEqualTo(accessToken(slow));
        assertThat(this.server.tokenRequests("refresh_token")).hasSize(1);
        slowCaller.dispose();
        waitingCaller.dispose();
    }

    // J15: the holder of the lease has ended; the others continue when it expires, not before
    @Test
    void instanceContinuesWhenTheHolderOfTheLeaseHasEnded() {
        StoredTokens dead = new StoredTokens(
                this.protectedServer,
                this.settings,
                TokenFixtures.values(this.store, null),
                new DPoPKey(InstantSource.system()),
                new TokenTimes(InstantSource.system(), 0.5));
        assertThat(dead.lease(this.owner).take().block(LIMIT)).isTrue();

        Mono<Held> waiting = this.second.renew(this.second.held()).cache();
        Disposable caller = waiting.subscribe();
        Awaitility.await().during(Duration.ofMillis(500)).atMost(LIMIT).until(() -> this.server
                .tokenRequests()
                .isEmpty());
        this.skippedNanos.set(Duration.ofSeconds(11).toNanos());

        assertThat(this.server.accepts(accessToken(waiting))).isTrue();
        assertThat(this.server.tokenRequests("refresh_token")).hasSize(1);
        assertThat(this.server.reuses()).isZero();
        caller.dispose();
    }

    // J15: waiting is bounded, regardless of the state of the lease
    @Test
    void instanceEventuallyProceedsWithoutTheLease() {
        Instance impatient = new Instance(Duration.ofMillis(200));
        impatient.keeper.recall().block(LIMIT);
        StoredTokens other = new StoredTokens(
                this.protectedServer,
                this.settings,
                TokenFixtures.values(this.store, null),
                new DPoPKey(InstantSource.system()),
                new TokenTimes(InstantSource.system(), 0.5));
        assertThat(other.lease(this.owner).take().block(LIMIT)).isTrue();

        Held renewed = impatient.renew(impatient.held()).block(Duration.ofSeconds(8));

        assertThat(renewed).isNotNull();
        assertThat(this.server.tokenRequests("refresh_token")).hasSize(1);
    }

    // H04: the refresh token is refused because another instance has used it, and the store tells what came of that
    @Test
    void rejectedRefreshTokenIsReplacedByNewerTokensOfTheStore() {
        StoredTokens other = new StoredTokens(
                this.protectedServer,
                this.settings,
                TokenFixtures.values(this.store, null),
                new DPoPKey(InstantSource.system()),
                new TokenTimes(InstantSource.system(), 0.5));
        Held theirs = TokenFixtures.held(this.owner, false);
        AtomicInteger asked = new AtomicInteger();

        Held taken = this.second
                .keeper
                .renew(this.second.held(), before -> {
                    asked.incrementAndGet();
                    return other.put(theirs, StoredTokens.ANY_VERSION)
                            .then(Mono.error(new TokenRefusedException("invalid_grant", "used")));
                })
                .block(LIMIT);

        assertThat(Objects.requireNonNull(taken).tokens().accessToken())
                .isEqualTo(theirs.tokens().accessToken());
        assertThat(asked).hasValue(1);
    }

    // H23: no newer tokens: the refusal is the answer, and the old ones stay until they are discarded
    @Test
    void rejectedRefreshTokenWithoutNewerTokensIsAnError() {
        this.server.revokeAll();

        assertThatThrownBy(() -> this.first.renew(this.first.held()).block(LIMIT))
                .isInstanceOfSatisfying(TokenRefusedException.class, refused -> assertThat(refused.error())
                        .isEqualTo("invalid_grant"));
        assertThat(this.server.tokenRequests("refresh_token")).hasSize(1);

        this.first.keeper.discard(this.first.held()).block(LIMIT);
        assertThat(this.first.keeper.current()).isNull();
        assertThat(new Instance(LIMIT).keeper.recall().blockOptional(LIMIT)).isEmpty();
    }

    // H24: the authorization server is unavailable: valid tokens stay valid, and the lease is released
    @Test
    void failedRefreshKeepsTheTokensAndReleasesTheLease() {
        this.server.nextAt("/token", Reply.status(503));

        assertThatThrownBy(() -> this.first.renew(this.first.held()).block(LIMIT))
                .hasMessageContaining("HTTP 503");

        assertThat(this.server.accepts(this.first.held().tokens().accessToken()))
                .isTrue();
        assertThat(this.second.renew(this.second.held()).block(Duration.ofSeconds(8)))
                .isNotNull();
        assertThat(this.server.reuses()).isZero();
    }

    // AUTH-59: token by token, however often it goes from one to the other
    @Test
    void rotatedRefreshTokenIsSharedBetweenInstances() {
        for (int round = 0; round < 4; round++) {
            Instance instance = round % 2 == 0 ? this.first : this.second;
            this.server.expireAll();
            Held held = instance.held();
            while (!this.server.accepts(held.tokens().accessToken())) {
                held = Objects.requireNonNull(instance.renew(held).block(LIMIT));
            }
        }

        assertThat(this.server.reuses()).isZero();
        assertThat(this.server.tokenRequests("refresh_token")).hasSize(4);
    }

    private String accessToken(Mono<Held> held) {
        return Objects.requireNonNull(held.block(LIMIT)).tokens().accessToken();
    }

    private static void awaitOpen(CountDownLatch latch) {
        try {
            assertThat(latch.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    private TokenRequest refreshRequest(Held before) {
        return new TokenRequest(
                URI.create(this.server.tokenEndpoint()),
                new AuthorizationServer(
                        this.server.issuer(),
                        null,
                        URI.create(this.server.tokenEndpoint()),
                        null,
                        null,
                        null,
                        List.of(),
                        List.of("refresh_token"),
                        List.of(),
                        List.of("none"),
                        List.of(),
                        null,
                        List.of(),
                        false,
                        false),
                new ClientIdentity(this.server.issuer(), "client-1", null, McpTokenAuthMethod.NONE, null, false),
                Map.of(
                        "grant_type",
                        "refresh_token",
                        "refresh_token",
                        String.valueOf(before.tokens().refreshToken())),
                List.of(),
                RESOURCE,
                false);
    }
}
