package io.mcpclient.protocol;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import io.mcpclient.protocol.ConnectionPhase.Attempt;

/**
 * The work of attempts to connect: from the transport to the session. It belongs to one attempt, and to the next one too if
 * the server is still starting when the first one has run out of time. Thread-safe.
 */
final class Beginning {

    /** A process that has said nothing in all of them hangs, and is replaced. */
    static final int MAX_ATTEMPTS = 3;

    private final Sinks.One<EraSession> outcome = Sinks.one();

    private final Disposable.Swap work = Disposables.swap();

    private final AtomicInteger attempts = new AtomicInteger();

    private final AtomicReference<@Nullable Throwable> loss = new AtomicReference<>();

    private volatile @Nullable Attempt attempt;

    /** Begins. */
    void run(Mono<EraSession> begun) {
        this.work.update(begun.subscribe(this.outcome::tryEmitValue, this.outcome::tryEmitError));
    }

    /** Belongs to an attempt from now on. */
    void belongTo(Attempt attempt) {
        this.attempts.incrementAndGet();
        this.attempt = attempt;
    }

    /** Returns the attempt to which it belongs, or belonged last. */
    @Nullable
    Attempt attempt() {
        return this.attempt;
    }

    boolean mayBeContinued() {
        return this.attempts.get() < MAX_ATTEMPTS;
    }

    /** Notes that the channel has ended, for an attempt that takes over later. */
    void lost(Throwable cause) {
        this.loss.compareAndSet(null, cause);
    }

    @Nullable
    Throwable loss() {
        return this.loss.get();
    }

    Mono<EraSession> outcome() {
        return this.outcome.asMono();
    }

    /** Gives up: nothing that was begun is left. */
    void giveUp() {
        this.work.dispose();
        outcome().flatMap(EraSession::end).subscribe(null, error -> {});
    }
}
