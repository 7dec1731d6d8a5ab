package io.mcpclient.internal.oauth;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BiFunction;
import java.util.function.Function;

import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import io.mcpclient.internal.oauth.TokenKeeper.Held;
import io.mcpclient.support.store.StoreLease;
import io.mcpclient.time.TimeSource;

/**
 * One use of a refresh token that several instances share. Only one of them may use it at a time.
 *
 * <pre>
 *  the lease ──┬── acquired ──► read the store ──┬── other tokens: use those
 *      ▲       │                                 └── the same ──► renewal ──► store
 *      │       └── held by another ──► other tokens in the store? use those
 *      └── after a pause ──────────────────┘ no
 * </pre>
 *
 * The lease expires ten seconds after its holder has ended, and is extended while a running holder may still wait for the
 * authorization server. An instance that has waited longer, or cannot reach the store, continues without the lease: no
 * instance depends on another one, or on the store.
 *
 * @see "AUTH-59; faults H04, J01, J15"
 */
final class LeasedRenewal {

    private static final int SHORTEST_PAUSE_MILLIS = 50;

    private static final int LONGEST_PAUSE_MILLIS = 150;

    private static final Duration EXTENSION = Duration.ofSeconds(3);

    /** Twice the limit of a token request, since a nonce may require a second one: 21 seconds, and the lease itself. */
    private static final int EXTENSIONS = 7;

    static final Duration PATIENCE = Duration.ofSeconds(32);

    private final StoredTokens stored;

    private final Function<StoredTokens.Stored, Mono<Held>> takeOther;

    private final BiFunction<Held, Long, Mono<Held>> renewal;

    private final TimeSource time;

    private final long endNanos;

    /**
     * Creates an attempt.
     * @param takeOther takes tokens that another instance has stored, or is empty if they are not newer
     * @param renewal renews these tokens and replaces that version in the store; {@link StoredTokens#ANY_VERSION} replaces
     *     any version
     * @param patience maximum wait for other instances
     * @param time clock and timers of the client
     */
    LeasedRenewal(
            StoredTokens stored,
            Function<StoredTokens.Stored, Mono<Held>> takeOther,
            BiFunction<Held, Long, Mono<Held>> renewal,
            Duration patience,
            TimeSource time) {
        this.stored = stored;
        this.takeOther = takeOther;
        this.renewal = renewal;
        this.time = time;
        this.endNanos = time.nanoTime() + patience.toNanos();
    }

    Mono<Held> of(Held known) {
        StoreLease lease = this.stored.lease(known.owner());
        return Mono.defer(() -> round(known, lease))
                .repeatWhenEmpty(Integer.MAX_VALUE, rounds -> rounds.concatMap(round -> this.time.delay(pause())));
    }

    /** Randomized, so that instances do not retry at the same moment. */
    private static Duration pause() {
        return Duration.ofMillis(ThreadLocalRandom.current().nextInt(SHORTEST_PAUSE_MILLIS, LONGEST_PAUSE_MILLIS + 1));
    }

    /** Empty if another instance holds the lease. */
    private Mono<Held> round(Held known, StoreLease lease) {
        return lease.take()
                .map(taken -> taken ? Right.OURS : Right.THEIRS)
                .onErrorReturn(Right.UNKNOWN)
                .flatMap(right -> switch (right) {
                    case OURS -> asHolder(known, lease);
                    case THEIRS ->
                        look(known)
                                .flatMap(this.takeOther)
                                .switchIfEmpty(Mono.defer(() -> isOverdue() ? alone(known) : Mono.empty()));
                    case UNKNOWN -> alone(known);
                });
    }

    private enum Right {
        OURS,
        THEIRS,
        UNKNOWN
    }

    private boolean isOverdue() {
        return this.time.nanoTime() - this.endNanos >= 0;
    }

    private Mono<Held> alone(Held known) {
        return this.renewal.apply(known, StoredTokens.ANY_VERSION);
    }

    private Mono<StoredTokens.Stored> look(Held known) {
        return this.stored.load(known.owner()).onErrorReturn(StoredTokens.Stored.UNKNOWN);
    }

    private Mono<Held> asHolder(Held known, StoreLease lease) {
        return Mono.using(
                () -> extended(lease),
                // The previous holder may have stored tokens between the read and the lease.
                extension -> look(known).flatMap(found -> this.takeOther
                        .apply(found)
                        .switchIfEmpty(Mono.defer(() -> this.renewal.apply(known, found.version())))),
                extension -> {
                    extension.dispose();
                    lease.release();
                });
    }

    private Disposable extended(StoreLease lease) {
        return Flux.interval(EXTENSION, this.time.timers())
                .take(EXTENSIONS)
                .onBackpressureDrop()
                .concatMap(tick -> lease.take().onErrorComplete())
                .subscribe();
    }
}
