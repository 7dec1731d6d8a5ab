package io.mcpclient.internal.era.legacy;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import reactor.core.publisher.Mono;

import io.mcpclient.error.McpException;
import io.mcpclient.internal.era.EraSession;
import io.mcpclient.internal.session.RememberedServer;
import io.mcpclient.internal.session.SessionMemory;
import io.mcpclient.status.McpEra;
import io.mcpclient.time.TimeSource;

/**
 * One attempt to obtain the session that several instances share.
 *
 * <pre>
 *  in the store, and not known to be lost ──► ping ──┬── known: used as it is
 *                                                    └── unknown to the server: now known to be lost
 *  otherwise: the lease ──┬── acquired ─► check again ─► handshake ─► put into the store ─┬── done: shared
 *      ▲                  │                                                               └── another was faster: its
 *      └── after a while ─┴── held by another one                                             session is used, ours ends
 * </pre>
 *
 * An unavailable server fails the attempt, and costs no instance its session. An instance that has waited for half of the
 * connect timeout proceeds without the lease, and one without a store begins a session of its own that no other instance sees:
 * no instance depends on another one, nor on the store.
 *
 * @see "faults J01, J05, J06, J12, J15"
 */
final class SharedSessions {

    private static final int SHORTEST_PAUSE_MILLIS = 50;

    private static final int LONGEST_PAUSE_MILLIS = 150;

    private final SessionMemory memory;

    private final ResumingConnector.Attempt attempt;

    private final TimeSource time;

    private final long endNanos;

    SharedSessions(SessionMemory memory, ResumingConnector.Attempt attempt, Duration patience, TimeSource time) {
        this.time = time;
        this.memory = memory;
        this.attempt = attempt;
        this.endNanos = time.nanoTime() + patience.toNanos();
    }

    Mono<EraSession> begin() {
        return Mono.defer(this::round)
                .repeatWhenEmpty(Integer.MAX_VALUE, rounds -> rounds.concatMap(round -> this.time.delay(pause())))
                .onErrorResume(SharedSessions::isOfStore, error -> this.attempt.handshakeAlone());
    }

    /** Random, so that instances do not all retry at the same moment. */
    private static Duration pause() {
        return Duration.ofMillis(ThreadLocalRandom.current().nextInt(SHORTEST_PAUSE_MILLIS, LONGEST_PAUSE_MILLIS + 1));
    }

    /** All errors of the server are typed. */
    private static boolean isOfStore(Throwable error) {
        return !(error instanceof McpException);
    }

    /** Empty if another instance is about to begin a session. */
    private Mono<EraSession> round() {
        return stored().flatMap(known -> {
            if (isUsable(known)) {
                return use(known.get(), this::round);
            }
            if (!isShareable(known)) {
                return known.map(this.attempt::resume)
                        .orElse(Mono.empty())
                        .switchIfEmpty(Mono.defer(this.attempt::handshake));
            }
            return this.memory.lease().take().flatMap(taken -> {
                if (taken) {
                    return asHolder();
                }
                return (this.time.nanoTime() - this.endNanos >= 0) ? handshake(known) : Mono.empty();
            });
        });
    }

    private Mono<Optional<RememberedServer>> stored() {
        return this.memory.recall().map(Optional::of).defaultIfEmpty(Optional.empty());
    }

    private boolean isUsable(Optional<RememberedServer> known) {
        return known.isPresent() && known.get().sessionId() != null && this.attempt.isNew(known.get());
    }

    /** A server without sessions has nothing to share, and its channels are not shared either. */
    private boolean isShareable(Optional<RememberedServer> known) {
        return this.attempt.hasSessions() && (known.isEmpty() || known.get().sessionId() != null);
    }

    /** A session that is known, not lost, and yet unusable here is left to the other instances. */
    private Mono<EraSession> use(RememberedServer known, Supplier<Mono<EraSession>> ifLost) {
        return this.attempt
                .resume(known)
                .switchIfEmpty(
                        Mono.defer(() -> this.attempt.isNew(known) ? this.attempt.handshakeAlone() : ifLost.get()));
    }

    private Mono<EraSession> asHolder() {
        // The previous holder may have finished between the check and the lease.
        return stored().flatMap(known -> isUsable(known) ? use(known.get(), () -> handshake(known)) : handshake(known))
                .doFinally(signal -> this.memory.lease().release());
    }

    private Mono<EraSession> handshake(Optional<RememberedServer> known) {
        long expected = known.map(RememberedServer::generation).orElse(0L);
        return this.attempt.handshakeAlone().flatMap(session -> publish(session, expected));
    }

    private Mono<EraSession> publish(EraSession session, long expected) {
        if (session.server().era() != McpEra.LEGACY || session.sessionId() == null) {
            return Mono.just(this.attempt.keep(session));
        }
        RememberedServer next = this.attempt.next(session, expected);
        AtomicBoolean handedOn = new AtomicBoolean();
        return this.memory
                .replace(expected, next)
                .flatMap(replaced ->
                        replaced ? Mono.just(this.attempt.follow(session, next)) : afterDefeat(session, expected))
                .onErrorReturn(SharedSessions::isOfStore, session)
                .doOnNext(begun -> handedOn.set(true))
                .doOnCancel(() -> endUnless(handedOn.get(), session));
    }

    /** A cancellation in between would leave an unknown session behind. */
    private static void endUnless(boolean handedOn, EraSession session) {
        if (!handedOn) {
            session.end().subscribe();
        }
    }

    /** Another instance was faster: two sessions would be one too many (J05). */
    private Mono<EraSession> afterDefeat(EraSession own, long expected) {
        return this.memory
                .recall()
                .filter(winner -> winner.generation() > expected && isUsable(Optional.of(winner)))
                .flatMap(this.attempt::resume)
                .onErrorComplete(McpException.class) // ours works
                .doOnNext(adopted -> own.end().subscribe())
                .defaultIfEmpty(own);
    }
}
