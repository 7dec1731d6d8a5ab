package io.mcpclient.internal.connection;

import java.util.concurrent.atomic.AtomicInteger;

import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import io.mcpclient.internal.era.EraSession;
import io.mcpclient.support.AbandonedWork;

/**
 * Work of connection attempts, from the transport to the session. It belongs to one attempt, and passes to the next one if the
 * server is still starting when the first one times out. Thread-safe.
 */
final class Beginning {

    /** A process that stays silent in this many attempts hangs, and is replaced. */
    static final int MAX_ATTEMPTS = 3;

    private final Sinks.One<EraSession> outcome = Sinks.one();

    private final Disposable.Swap work = Disposables.swap();

    private final AtomicInteger attempts = new AtomicInteger();

    private final TransportLoss loss = new TransportLoss();

    /** Starts the work. */
    void run(Mono<EraSession> begun) {
        this.work.update(
                begun.subscribe(this.outcome::tryEmitValue, this.outcome::tryEmitError, null, AbandonedWork.context()));
    }

    /** Assigns the work to an attempt, the first or the next one. */
    void belongToAttempt() {
        this.attempts.incrementAndGet();
    }

    boolean mayBeContinued() {
        return this.attempts.get() < MAX_ATTEMPTS;
    }

    /** Returns the loss of the transport, during an attempt or later. */
    TransportLoss loss() {
        return this.loss;
    }

    Mono<EraSession> outcome() {
        return this.outcome.asMono();
    }

    /** Stops the work and releases everything that was started. */
    void giveUp() {
        this.work.dispose();
        outcome().flatMap(EraSession::end).subscribe(null, error -> {});
    }
}
