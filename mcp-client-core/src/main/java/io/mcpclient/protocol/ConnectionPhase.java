package io.mcpclient.protocol;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Sinks;

import io.mcpclient.error.McpException;
import io.mcpclient.support.TimeSource;

/** What the gate of a {@link Connection} holds. Two phases are the same only if they are one object. */
sealed interface ConnectionPhase {

    /** Not connected. Calls connect, unless there is a pause that holds them. */
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
         * @param cause why there is no connection
         * @param pause how long there shall be none
         * @param failures makes the error of calls in the pause
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

        /** Nothing has happened yet, or all that has is forgotten. */
        static Idle untroubled(TimeSource time) {
            return new Idle(time);
        }

        boolean isUntroubled() {
            return this.cause == null;
        }

        /** Why there is no connection. */
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

        /** When the next attempt may begin, {@code null} if that is now. */
        @Nullable
        Instant nextAttempt() {
            return this.nextAttempt;
        }

        /** When calls may connect, {@code null} if that is now. */
        @Nullable
        Instant callsFrom() {
            return this.callsFrom;
        }

        /** Returns the error of a call at this moment, {@code null} if it may connect. */
        @Nullable
        McpException refusal() {
            return (this.refusal != null && this.time.nanoTime() - this.heldUntilNanos < 0) ? this.refusal : null;
        }
    }

    /** Both phases of connecting are under way. */
    final class Attempt implements ConnectionPhase {

        private final long beganNanos;

        private final Sinks.One<Ready> outcome = Sinks.one();

        private final Disposable.Swap work = Disposables.swap();

        private final AtomicReference<@Nullable McpException> gone = new AtomicReference<>();

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

        AtomicReference<@Nullable McpException> gone() {
            return this.gone;
        }
    }

    /**
     * Connected.
     *
     * @param session what calls go through
     * @param attempt how it began
     * @param sinceNanos when
     */
    record Ready(EraSession session, Attempt attempt, long sinceNanos) implements ConnectionPhase {}

    /**
     * Being ended, to be used again.
     *
     * @param done completes when nothing is left
     */
    record Ending(Sinks.Empty<Void> done) implements ConnectionPhase {}

    /**
     * Ended for good.
     *
     * @param done completes when nothing is left
     */
    record Closed(Sinks.Empty<Void> done) implements ConnectionPhase {}
}
