package io.mcpclient.internal.connection;

import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Sinks;

import io.mcpclient.error.McpException;
import io.mcpclient.internal.era.EraSession;
import io.mcpclient.time.TimeSource;

/** Phase of a {@link Connection}. Phases are compared by identity. */
sealed interface ConnectionPhase {

    /** Not connected. Calls connect, unless a pause holds them back. */
    final class Idle implements ConnectionPhase {

        private final TimeSource time;

        private final @Nullable McpException cause;

        private final @Nullable McpException refusal;

        private final Duration pause;

        private final long heldUntilNanos;

        private final @Nullable Instant nextAttempt;

        private final @Nullable Instant callsFrom;

        private Idle(TimeSource time) {
            this.time = time;
            this.cause = null;
            this.refusal = null;
            this.pause = Duration.ZERO;
            this.heldUntilNanos = time.nanoTime();
            this.nextAttempt = null;
            this.callsFrom = null;
        }

        /**
         * Creates the phase after a loss or a failed attempt.
         * @param cause reason for the missing connection
         * @param pause pause before the next attempt
         * @param failures makes the error of calls during the pause
         * @param time clock of the client
         */
        Idle(McpException cause, Reconnects.Pause pause, ConnectFailures failures, TimeSource time) {
            this.time = time;
            this.pause = pause.length();
            this.heldUntilNanos = time.nanoTime() + pause.held().toNanos();
            this.nextAttempt = this.pause.isZero() ? null : time.instant().plus(this.pause);
            this.cause = pause.sessionsLost() ? failures.unshared(cause, cause.operation(), cause.outcome()) : cause;
            this.callsFrom = pause.holdsCalls() ? time.instant().plus(pause.held()) : null;
            this.refusal = (this.callsFrom != null) ? failures.held(this.cause, this.callsFrom) : null;
        }

        /** Initial phase, or the phase after a disposal. */
        static Idle initial(TimeSource time) {
            return new Idle(time);
        }

        boolean isUntroubled() {
            return this.cause == null;
        }

        /** Reason for the missing connection; {@code null} if nothing has happened. */
        @Nullable
        McpException cause() {
            return this.cause;
        }

        /** Reason for the missing connection. */
        McpException error() {
            McpException known = this.cause;
            if (known == null) {
                throw new IllegalStateException("nothing has happened");
            }
            return known;
        }

        Duration pause() {
            return this.pause;
        }

        /** Earliest start of the next attempt; {@code null} if it may start now. */
        @Nullable
        Instant nextAttempt() {
            return this.nextAttempt;
        }

        /** Time from which calls may connect; {@code null} if they may connect now. */
        @Nullable
        Instant callsFrom() {
            return this.callsFrom;
        }

        /** Returns the error of a call at this moment; {@code null} if it may connect. */
        @Nullable
        McpException refusal() {
            return (this.refusal != null && this.time.nanoTime() - this.heldUntilNanos < 0) ? this.refusal : null;
        }
    }

    /** One of the two phases of connecting is in progress. */
    final class Attempt implements ConnectionPhase {

        private final long beganNanos;

        private final Sinks.One<Ready> outcome = Sinks.one();

        private final Disposable.Swap work = Disposables.swap();

        Attempt(long beganNanos) {
            this.beganNanos = beganNanos;
        }

        long beganNanos() {
            return this.beganNanos;
        }

        Sinks.One<Ready> outcome() {
            return this.outcome;
        }

        Disposable.Swap work() {
            return this.work;
        }
    }

    /**
     * Connected.
     *
     * @param session session for calls
     * @param loss loss of its transport
     * @param sinceNanos start of the phase
     */
    record Ready(EraSession session, TransportLoss loss, long sinceNanos) implements ConnectionPhase {}

    /**
     * Ending, can be used again afterwards.
     *
     * @param done completes when everything is released
     */
    record Ending(Sinks.Empty<Void> done) implements ConnectionPhase {}

    /**
     * Closed permanently.
     *
     * @param done completes when everything is released
     */
    record Closed(Sinks.Empty<Void> done) implements ConnectionPhase {}
}
