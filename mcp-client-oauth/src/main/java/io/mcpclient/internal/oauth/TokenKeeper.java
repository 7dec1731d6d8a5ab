package io.mcpclient.internal.oauth;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

import io.mcpclient.auth.McpOAuthSettings;
import io.mcpclient.auth.ProtectedServer;
import io.mcpclient.error.McpException;
import io.mcpclient.support.Loggers;
import io.mcpclient.support.SingleFlight;
import io.mcpclient.support.store.EncryptedValues;
import io.mcpclient.time.TimeSource;

/**
 * Holds the tokens of one server and one principal: in memory, and in the store. Each change happens once for all concurrent
 * callers, in all instances that share the store. Thread-safe; nothing blocks.
 *
 * <pre>
 *  held = current()                       null: recall(), then renew(null, first token)
 *  age(held)   FRESH                      used as it is
 *              DUE                        used as it is, and renew(held, refresh) in the background
 *              EXPIRED                    renew(held, refresh), and then used
 *  401                                    renew(held, refresh): late callers get the tokens that exist by then
 *  invalid_grant                          newer(held), else discard(held), and a first token
 * </pre>
 *
 * <p>A failed or slow store only delays a renewal a little; it is updated later. Tokens that are bound to a key are stored only
 * in an encrypted store, with the key; otherwise they live as long as this object.
 *
 * @see "AUTH-54, AUTH-58, AUTH-59, AUTH-62; faults H01 to H05, H23, H24, J15"
 */
final class TokenKeeper {

    private static final Logger logger = Loggers.AUTH;

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

    /** Refreshes while a renewal waits for a user. */
    private final SingleFlight<Held> refreshes = new SingleFlight<>();

    /** Tokens that this instance has had: other tokens in the store come from another instance. */
    private final StoredTokens.RecentTokens had = new StoredTokens.RecentTokens();

    /** Invalid tokens, also if the store could not be updated. */
    private final StoredTokens.RecentTokens forgotten = new StoredTokens.RecentTokens();

    /** Tokens that this instance obtained with a refresh token: they keep the consent of the previous tokens. */
    private final StoredTokens.RecentTokens refreshed = new StoredTokens.RecentTokens();

    private volatile Object grant = new Object();

    private volatile int failures;

    private volatile long notBeforeMillis = Long.MIN_VALUE;

    /**
     * Costs no I/O.
     * @param key key that tokens are bound to; it is replaced by the key of tokens from the store
     */
    TokenKeeper(ProtectedServer server, McpOAuthSettings settings, EncryptedValues values, DPoPKey key) {
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

    /** Tokens and their owner. */
    record Held(TokenSet.Owner owner, TokenSet tokens) {}

    /**
     * Returns the tokens in memory, without waiting.
     * @return the tokens, maybe expired, or {@code null}
     */
    @Nullable
    Held current() {
        return this.current.get();
    }

    /**
     * Returns an object that represents the consent behind the present tokens. Tokens that another instance has stored count
     * as a new consent: they may belong to another account.
     * @return another object after each change of the tokens other than a refresh
     */
    Object grant() {
        return this.grant;
    }

    /**
     * Marks tokens as a refresh of the previous ones. To be called within a renewal.
     * @param held result of the refresh
     * @return the same
     */
    Held refreshed(Held held) {
        this.refreshed.add(held.tokens());
        return held;
    }

    /**
     * Returns the age of tokens. Allocates nothing.
     * @param held the tokens
     * @return {@code DUE} only if a background renewal may start now: none is running, and the pause after the last
     *     failed one is over
     */
    TokenSet.Age age(Held held) {
        TokenSet.Age age = this.times.age(held.tokens());
        if (age == TokenSet.Age.DUE && (this.renewals.isUnderWay() || this.times.isBefore(this.notBeforeMillis))) {
            return TokenSet.Age.FRESH;
        }
        return age;
    }

    /**
     * Returns the tokens, from the store if memory has none.
     * @return the tokens, maybe expired; empty if there are none, the store does not respond in time, or a renewal is running
     */
    Mono<Held> recall() {
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
     * Takes tokens that another instance has stored, also while a renewal waits for a user: the user may have consented there.
     * @return the tokens, not expired; empty if there are none, this instance has had them, or the store does not respond in time
     */
    Mono<Held> ofOtherInstance() {
        return Mono.defer(this.stored::recall)
                .onErrorComplete()
                .filter(content -> !isKnown(content.held().tokens())
                        && this.times.age(content.held().tokens()) != TokenSet.Age.EXPIRED
                        && this.stored.restoreKey(content))
                .map(content -> adopt(content.held()));
    }

    /**
     * Renews the tokens, once for all callers with the same ones: concurrent callers wait for the renewal, callers with older
     * tokens get the present ones.
     *
     * <p>If there is a refresh token, only one of the instances that share the store renews, and the others take the tokens
     * that it stores. After {@code invalid_grant} the tokens of another instance are used, if there are any.
     * @param seen tokens that the caller found to be invalid, {@code null} if it had none
     * @param renewal obtains other tokens; receives the newest known ones, or {@code null}; subscribed to once. It continues if
     *     its caller cancels. If its result has no scopes, the previous ones are kept
     * @return the new tokens, or the error of the renewal, for all callers
     */
    Mono<Held> renew(@Nullable Held seen, Function<@Nullable Held, Mono<Held>> renewal) {
        Mono<Held> work = renew(this.renewals, seen, renewal);
        // A refresh that began while a user was waited for must end first: it uses the same refresh token.
        return Mono.defer(() -> (this.refreshes.isUnderWay() && !this.renewals.isUnderWay())
                ? this.refreshes.join(Mono::empty).onErrorComplete().then(work)
                : work);
    }

    /**
     * Refreshes tokens while a renewal waits for a user, once for all callers: the present tokens remain usable. To be called
     * only if that renewal does not use their refresh token.
     * @param seen as for {@link #renew}
     * @param refresh obtains other tokens with the refresh token; discarded if the user has consented in the meantime
     * @return the new tokens, or the error of the refresh, for all callers
     */
    Mono<Held> refreshMeanwhile(@Nullable Held seen, Function<@Nullable Held, Mono<Held>> refresh) {
        return renew(this.refreshes, seen, refresh);
    }

    private Mono<Held> renew(
            SingleFlight<Held> flight, @Nullable Held seen, Function<@Nullable Held, Mono<Held>> renewal) {
        return Mono.defer(() -> {
            Held better = betterThan(seen);
            return (better != null) ? Mono.just(better) : flight.join(() -> begin(seen, renewal));
        });
    }

    private @Nullable Held betterThan(@Nullable Held seen) {
        Held present = this.current.get();
        boolean isBetter =
                present != null && !isSame(present, seen) && this.times.age(present.tokens()) != TokenSet.Age.EXPIRED;
        return isBetter ? present : null;
    }

    /** Another token of the same owner is different, whatever its scopes. */
    private static boolean isSame(Held one, @Nullable Held other) {
        return other != null
                && one.owner().equals(other.owner())
                && one.tokens().accessToken().equals(other.tokens().accessToken());
    }

    private Mono<Held> begin(@Nullable Held seen, Function<@Nullable Held, Mono<Held>> renewal) {
        Held better = betterThan(seen); // a renewal may have ended in the meantime
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
                        found -> takeNewer(found).filter(held -> this.times.age(held.tokens()) != TokenSet.Age.EXPIRED),
                        (before, version) -> renewAtServer(before, version, renewal),
                        this.patience,
                        this.time)
                .of(known);
    }

    /** Tokens of another instance may have expired in the meantime: their refresh token is the valid one. */
    private Mono<Held> renewAtServer(Held before, long version, Function<@Nullable Held, Mono<Held>> renewal) {
        Held present = this.current.get();
        Held newest = (present != null && present.owner().equals(before.owner())) ? present : before;
        return renewal.apply(newest)
                .flatMap(held -> {
                    boolean isSuccessor = held.owner().equals(before.owner()) && this.current.get() == newest;
                    return keep(newest, held, isSuccessor ? version : StoredTokens.ANY_VERSION);
                })
                .onErrorResume(
                        TokenRefusedException.class,
                        refused -> refused.error().equals(TokenRefusedException.INVALID_GRANT)
                                ? newer(newest).switchIfEmpty(Mono.error(refused))
                                : Mono.error(refused));
    }

    /**
     * Takes newer tokens that another instance has stored. To be called once after a refresh token was rejected, before a
     * user is prompted (fault H04), within a renewal.
     * @param than the rejected tokens
     * @return the newer tokens, maybe expired; empty if there are none, or the store does not respond in time
     */
    Mono<Held> newer(Held than) {
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

    /** Writes to the store first, where other instances wait for it; an unavailable store is not an error. */
    private Mono<Held> keep(@Nullable Held before, Held given, long version) {
        Held held = completed(before, given);
        if (before != null && this.forgotten.contains(before.tokens())) {
            return Mono.just(held); // logged out in the meantime: the tokens must not reappear
        }
        Held present = this.current.get();
        if (present != null && present != before && this.refreshed.contains(held.tokens())) {
            return Mono.just(present); // a user has consented in the meantime
        }
        adopt(held);
        return this.stored
                .put(held, version)
                .onErrorResume(away -> later(Mono.defer(() -> putIfCurrent(held))))
                .thenReturn(held);
    }

    /** While the store has a replaced refresh token, another instance may use it. */
    private Mono<Void> putIfCurrent(Held held) {
        return this.stored
                .load(held.owner())
                .filter(found -> held.equals(this.current.get())
                        && (found.content() == null
                                || this.had.contains(found.content().held().tokens())))
                .flatMap(found -> this.stored.put(held, found.version()));
    }

    /** Repeats a failed update of the store in the background, for some minutes. */
    private Mono<Void> later(Mono<Void> use) {
        use.delaySubscription(FIRST_PAUSE, this.time.timers())
                .retryWhen(Retry.backoff(TRIES, FIRST_PAUSE)
                        .maxBackoff(LONGEST_PAUSE)
                        .scheduler(this.time.timers()))
                .subscribe(done -> {}, givenUp -> {});
        return Mono.empty();
    }

    /** A response without scopes keeps the previous ones (RFC 6749, section 6). */
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
            this.grant = new Object(); // after the tokens: requests in between belong to neither grant
        }
        return held;
    }

    private void succeeded() {
        this.failures = 0;
        this.notBeforeMillis = Long.MIN_VALUE;
    }

    /** One renewal runs at a time, so there is a single writer. */
    @SuppressWarnings("NonAtomicVolatileUpdate")
    private void failed(Throwable error) {
        this.failures++;
        this.notBeforeMillis = this.times.nextMillis(this.failures);
        Held present = this.current.get();
        if (this.failures == 1 && present != null && isBehindTheCalls(present) && isPrintable(error)) {
            logger.warn(
                    "MCP server \"{}\": tokens cannot be renewed in advance, and are valid until {}: {}",
                    this.serverName,
                    present.tokens().expiresAt(),
                    error.getMessage());
        }
    }

    /** Whether the renewal runs in the background, so that no caller sees the error. */
    private boolean isBehindTheCalls(Held present) {
        return this.times.age(present.tokens()) == TokenSet.Age.DUE;
    }

    private static boolean isPrintable(Throwable error) {
        return error instanceof McpException || error instanceof TokenRefusedException;
    }

    /**
     * Deletes the tokens if they are still the present ones, in memory and in the store.
     * @param held the tokens
     * @return completes when they are deleted; no error
     */
    Mono<Void> discard(Held held) {
        return Mono.defer(() -> {
            this.forgotten.add(held.tokens());
            this.current.updateAndGet(
                    present -> (present != null && StoredTokens.RecentTokens.isSame(held.tokens(), present.tokens()))
                            ? null
                            : present);
            this.grant = new Object();
            return this.stored.remove(held).onErrorResume(away -> later(Mono.defer(() -> this.stored.remove(held))));
        });
    }
}
