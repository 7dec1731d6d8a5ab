package io.mcpclient.internal.oauth.token;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

import io.mcpclient.auth.McpOAuthSettings;
import io.mcpclient.auth.ProtectedServer;
import io.mcpclient.error.McpException;
import io.mcpclient.internal.store.EncryptedValues;
import io.mcpclient.time.TimeSource;

/**
 * Keeps the tokens of one server and one principal: in memory, and in the store. Whatever changes them happens once for any
 * number of callers at once, in all instances that share the store. Thread-safe; nothing blocks.
 *
 * <pre>
 *  held = current()                       null: recall(), then renew(null, first token)
 *  age(held)   FRESH                      used as it is
 *              DUE                        used as it is, and renew(held, refresh) behind the call
 *              EXPIRED                       renew(held, refresh), and then used
 *  401                                    renew(held, refresh): who comes late gets what is there by then
 *  invalid_grant                          newer(held), else forget(held), and a first token
 * </pre>
 *
 * <p>A store that fails or is slow costs a renewal a little time and nothing else; it is told later. Tokens that are bound to a key are put
 * into an encrypted store alone, with the key; otherwise they live as long as this object.
 *
 * @see "AUTH-54, AUTH-58, AUTH-59, AUTH-62; faults H01 to H05, H23, H24, J15"
 */
public final class TokenKeeper {

    private static final Logger logger = LoggerFactory.getLogger(TokenKeeper.class);

    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);

    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

    private static final int TRIES = 10;

    private final String serverName;

    private final StoredTokens stored;

    private final TokenTimes times;

    private final Duration patience;

    private final TimeSource time;

    private final AtomicReference<@Nullable Held> current = new AtomicReference<>();

    private final SingleFlight<Held> recalls = new SingleFlight<>();

    private final SingleFlight<Held> renewals = new SingleFlight<>();

    /** Tokens that this instance has had: whatever else the store has comes from another one. */
    private final RecentTokens had = new RecentTokens();

    /** Tokens that are of no use, also if the store could not be told. */
    private final RecentTokens forgotten = new RecentTokens();

    /** Tokens that a refresh token of ours has brought: the consent is that of the tokens before. */
    private final RecentTokens refreshed = new RecentTokens();

    private volatile Object grant = new Object();

    private volatile int failures;

    private volatile long notBeforeMillis = Long.MIN_VALUE;

    /**
     * Creates the keeper of one server and principal, for tokens that are not bound to a key. Costs no I/O.
     * @param server the server, as the principal sees it
     * @param settings how tokens are to be obtained
     * @param values where it is kept
     */
    public TokenKeeper(ProtectedServer server, McpOAuthSettings settings, EncryptedValues values) {
        this(server, settings, values, new DPoPKey(server.time()));
    }

    /**
     * Creates the keeper of one server and principal. Costs no I/O.
     * @param server the server, as the principal sees it
     * @param settings how tokens are to be obtained
     * @param values where it is kept
     * @param key key that tokens are bound to; it is replaced by the one of tokens that come from the store
     */
    public TokenKeeper(ProtectedServer server, McpOAuthSettings settings, EncryptedValues values, DPoPKey key) {
        this(
                server,
                settings,
                values,
                key,
                new TokenTimes(server.time(), ThreadLocalRandom.current().nextDouble()),
                LeasedRenewal.PATIENCE);
    }

    TokenKeeper(
            ProtectedServer server,
            McpOAuthSettings settings,
            EncryptedValues values,
            DPoPKey key,
            TokenTimes times,
            Duration patience) {
        this.serverName = server.name();
        this.stored = new StoredTokens(server, settings, values, key, times);
        this.times = times;
        this.patience = patience;
        this.time = server.time();
    }

    /** Tokens and whose they are. */
    public record Held(TokenOwner owner, TokenSet tokens) {}

    /**
     * Returns what is at hand, without waiting.
     * @return the tokens, maybe expired, or {@code null}
     */
    public @Nullable Held current() {
        return this.current.get();
    }

    /**
     * Returns what stands for the consent behind the present tokens. Tokens that another instance has put into the store count
     * as a new consent: they may be those of another account.
     * @return another object after each change of the tokens that was not a refresh
     */
    public Object grant() {
        return this.grant;
    }

    /**
     * Notes that tokens are a refresh of the ones before. To be called within a renewal.
     * @param held what the refresh token has brought
     * @return the same
     */
    public Held refreshed(Held held) {
        this.refreshed.add(held.tokens());
        return held;
    }

    /**
     * Tells whether tokens are to be renewed. Costs no objects.
     * @param held the tokens
     * @return {@code DUE} only if a renewal behind the calls may begin now: none is under way, and the pause after the last one
     *     that failed is over
     */
    public TokenAge age(Held held) {
        TokenAge age = this.times.age(held.tokens());
        if (age == TokenAge.DUE && (this.renewals.isUnderWay() || this.times.isBefore(this.notBeforeMillis))) {
            return TokenAge.FRESH;
        }
        return age;
    }

    /**
     * Returns what is remembered, from the store if memory has nothing.
     * @return the tokens, maybe expired; empty if there are none, the store does not answer in time, or a renewal is under way
     */
    public Mono<Held> recall() {
        return Mono.defer(() -> {
            Held present = this.current.get();
            return (present != null) ? Mono.just(present) : this.recalls.join(this::fromStore);
        });
    }

    private Mono<Held> fromStore() {
        return this.stored
                .recall()
                .onErrorComplete()
                .filter(content -> !this.forgotten.contains(content.held().tokens()))
                .filter(content -> !this.renewals.isUnderWay() && this.stored.restoreKey(content))
                .map(content -> adopt(content.held()));
    }

    /**
     * Renews the tokens, once for all callers that saw the same ones: whoever comes while that happens waits for it, whoever
     * comes with older tokens than the present ones gets those.
     *
     * <p>If there is a refresh token, only one of the instances that share the store renews, and the others take what it puts
     * there. {@code invalid_grant} is answered with what another instance has put there, if it has.
     * @param seen what the caller has seen to be of no use, {@code null} if it had nothing
     * @param renewal how to get others, called with the newest ones known, or {@code null}; subscribed to once. If its caller
     *     goes away, it goes on. Without scopes in what it gives, those of before stay
     * @return the new tokens, or the error of the renewal, for all who wait
     */
    public Mono<Held> renew(@Nullable Held seen, Function<@Nullable Held, Mono<Held>> renewal) {
        return Mono.defer(() -> {
            Held better = betterThan(seen);
            return (better != null) ? Mono.just(better) : this.renewals.join(() -> begin(seen, renewal));
        });
    }

    private @Nullable Held betterThan(@Nullable Held seen) {
        Held present = this.current.get();
        boolean isBetter =
                present != null && !isSame(present, seen) && this.times.age(present.tokens()) != TokenAge.EXPIRED;
        return isBetter ? present : null;
    }

    /** Another token of the same owner is another one, whatever it is for. */
    private static boolean isSame(Held one, @Nullable Held other) {
        return other != null
                && one.owner().equals(other.owner())
                && one.tokens().accessToken().equals(other.tokens().accessToken());
    }

    private Mono<Held> begin(@Nullable Held seen, Function<@Nullable Held, Mono<Held>> renewal) {
        Held better = betterThan(seen); // one renewal may have ended between the look and this one
        if (better != null) {
            return Mono.just(better);
        }
        return renewed(this.current.get(), renewal)
                .doOnNext(held -> succeeded())
                .doOnError(this::failed);
    }

    private Mono<Held> renewed(@Nullable Held known, Function<@Nullable Held, Mono<Held>> renewal) {
        if (known == null || known.tokens().refreshToken() == null || !this.stored.keeps(known.tokens())) {
            return renewal.apply(known).flatMap(held -> keep(known, held, StoredTokens.ANY_VERSION));
        }
        return new LeasedRenewal(
                        this.stored,
                        found -> takeNewer(found).filter(held -> this.times.age(held.tokens()) != TokenAge.EXPIRED),
                        (before, version) -> renewAtServer(before, version, renewal),
                        this.patience,
                        this.time)
                .of(known);
    }

    /** Others may have put tokens there that are over by now: their refresh token is the one that is good. */
    private Mono<Held> renewAtServer(Held before, long version, Function<@Nullable Held, Mono<Held>> renewal) {
        Held present = this.current.get();
        Held newest = (present != null && present.owner().equals(before.owner())) ? present : before;
        return renewal.apply(newest)
                .flatMap(held ->
                        keep(newest, held, held.owner().equals(before.owner()) ? version : StoredTokens.ANY_VERSION))
                .onErrorResume(
                        TokenRefusedException.class,
                        refused -> refused.error().equals(TokenRefusedException.INVALID_GRANT)
                                ? newer(newest).switchIfEmpty(Mono.error(refused))
                                : Mono.error(refused));
    }

    /**
     * Looks whether another instance has put newer tokens into the store, and takes those: to be asked once when a refresh
     * token is refused, before anybody is bothered because of it (fault H04). To be called within a renewal.
     * @param than what was refused
     * @return the newer tokens, maybe expired; empty if there are none, or the store does not answer in time
     */
    public Mono<Held> newer(Held than) {
        return this.stored.load(than.owner()).onErrorComplete().flatMap(this::takeNewer);
    }

    private Mono<Held> takeNewer(StoredTokens.Stored found) {
        TokenFormat.Content content = found.content();
        if (content == null || isKnown(content.held().tokens()) || !this.stored.restoreKey(content)) {
            return Mono.empty();
        }
        return Mono.just(adopt(content.held()));
    }

    private boolean isKnown(TokenSet tokens) {
        return this.had.contains(tokens) || this.forgotten.contains(tokens);
    }

    /** First into the store, where others wait for it; that it is away is nobody's error. */
    private Mono<Held> keep(@Nullable Held before, Held given, long version) {
        Held held = completed(before, given);
        if (before != null && this.forgotten.contains(before.tokens())) {
            return Mono.just(held); // somebody has logged out meanwhile: nothing of that comes back
        }
        adopt(held);
        return this.stored
                .put(held, version)
                .onErrorResume(away -> later(Mono.defer(() -> putIfCurrent(held))))
                .thenReturn(held);
    }

    /** As long as the store has a refresh token that was replaced, another instance may use it. */
    private Mono<Void> putIfCurrent(Held held) {
        return this.stored
                .load(held.owner())
                .filter(found -> held.equals(this.current.get())
                        && (found.content() == null
                                || this.had.contains(found.content().held().tokens())))
                .flatMap(found -> this.stored.put(held, found.version()));
    }

    /** What the store could not be told is told behind the calls, for some minutes. */
    private Mono<Void> later(Mono<Void> use) {
        use.delaySubscription(FIRST_PAUSE, this.time.timers())
                .retryWhen(Retry.backoff(TRIES, FIRST_PAUSE)
                        .maxBackoff(LONGEST_PAUSE)
                        .scheduler(this.time.timers()))
                .subscribe(done -> {}, givenUp -> {});
        return Mono.empty();
    }

    /** Where nobody says a word about scopes, they are those of before (RFC 6749, section 6). */
    private static Held completed(@Nullable Held before, Held given) {
        TokenSet tokens = given.tokens();
        if (before == null
                || !before.owner().equals(given.owner())
                || !tokens.scopes().isEmpty()) {
            return given;
        }
        return new Held(
                given.owner(),
                new TokenSet(
                        tokens.accessToken(),
                        tokens.isDPoP(),
                        tokens.refreshToken(),
                        before.tokens().scopes(),
                        tokens.issuedAt(),
                        tokens.expiresAt()));
    }

    private Held adopt(Held held) {
        boolean isNewGrant = !this.had.contains(held.tokens()) && !this.refreshed.contains(held.tokens());
        this.had.add(held.tokens());
        this.current.set(held);
        if (isNewGrant) {
            this.grant = new Object(); // behind the tokens: what was requested in between is of neither grant
        }
        return held;
    }

    private void succeeded() {
        this.failures = 0;
        this.notBeforeMillis = Long.MIN_VALUE;
    }

    /** One renewal at a time, so nobody else counts. */
    @SuppressWarnings("NonAtomicVolatileUpdate")
    private void failed(Throwable error) {
        this.failures++;
        this.notBeforeMillis = this.times.nextMillis(this.failures);
        Held present = this.current.get();
        if (this.failures == 1 && present != null && isBehindTheCalls(present) && isPrintable(error)) {
            logger.warn(
                    "MCP server \"{}\": its tokens cannot be renewed ahead of time, and are good until {}: {}",
                    this.serverName,
                    present.tokens().expiresAt(),
                    error.getMessage());
        }
    }

    /** Then no caller sees the error. */
    private boolean isBehindTheCalls(Held present) {
        return this.times.age(present.tokens()) == TokenAge.DUE;
    }

    private static boolean isPrintable(Throwable error) {
        return error instanceof McpException || error instanceof TokenRefusedException;
    }

    /**
     * Forgets the tokens if they still are these, here and in the store.
     * @param held the tokens
     * @return completes when they are forgotten; no error
     */
    public Mono<Void> forget(Held held) {
        return Mono.defer(() -> {
            this.forgotten.add(held.tokens());
            this.current.updateAndGet(present ->
                    (present != null && RecentTokens.isSame(held.tokens(), present.tokens())) ? null : present);
            this.grant = new Object();
            return this.stored.remove(held).onErrorResume(away -> later(Mono.defer(() -> this.stored.remove(held))));
        });
    }
}
