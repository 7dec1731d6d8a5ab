package io.mcpclient.protocol;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;

import io.mcpclient.error.McpException;
import io.mcpclient.error.McpSessionException;
import io.mcpclient.resilience.Backoff;
import io.mcpclient.support.TimeSource;

/**
 * When a connection is tried again, by itself and by calls. The first loss is followed by an attempt at once: the server
 * may well be there and only have forgotten us. What goes wrong time and again is left alone for longer and longer.
 *
 * <pre>
 *                              by itself, if that is wanted     by a call
 *  first loss                  at once                          at once
 *  further losses, failures    after a pause, growing           at once
 *  three within a minute       after a pause, growing           at most once a second
 * </pre>
 *
 * Failures are forgotten with the next success; all is after a connection that lasted for a minute, or a minute in which
 * nothing was tried. Thread-safe.
 *
 * @see "faults A12, D07, D11, D17, E04, G10"
 */
final class Reconnects {

    /** A connection that lasted this long was a good one, and so many troubles within this time are too many. */
    static final Duration HEALTHY = Duration.ofSeconds(60);

    static final int TOO_MANY = 3;

    /** Part of a pause in which calls fail at once. Behind it the next call is the next attempt: the server may be back. */
    static final Duration HELD_AT_MOST = Duration.ofSeconds(1);

    private final Backoff backoff;

    private final TimeSource time;

    private final AtomicBoolean wanted = new AtomicBoolean();

    private final Object scheduling = new Object();

    /** Guarded by the lock above. */
    private @Nullable Disposable scheduled;

    /** The last troubles, at most {@link #TOO_MANY}. */
    private final Deque<Trouble> troubles = new ArrayDeque<>();

    private boolean besieging;

    /** When the last pause ends. */
    private long pauseEndNanos;

    private record Trouble(long nanos, boolean isLoss, boolean ofSession) {}

    /**
     * What follows a loss or a failure.
     *
     * @param length until the next attempt; zero for one without delay
     * @param held how much of it calls have to let pass, too
     * @param sessionsLost whether it was sessions that were lost, time and again
     */
    record Pause(Duration length, Duration held, boolean sessionsLost) {

        boolean holdsCalls() {
            return !this.held.isZero();
        }
    }

    Reconnects(Backoff backoff, TimeSource time) {
        this.backoff = backoff;
        this.time = time;
    }

    void want() {
        this.wanted.set(true);
    }

    void unwant() {
        this.wanted.set(false);
        cancel();
    }

    boolean areWanted() {
        return this.wanted.get();
    }

    synchronized Pause afterFailure(McpException cause) {
        return after(cause, false, false);
    }

    synchronized Pause afterLoss(McpException cause, Duration lasted) {
        if (lasted.compareTo(HEALTHY) >= 0) {
            forget();
        }
        return after(cause, true, this.troubles.isEmpty());
    }

    private Pause after(McpException cause, boolean isLoss, boolean isFirstLoss) {
        long now = this.time.nanoTime();
        if (!this.troubles.isEmpty() && now - this.pauseEndNanos > HEALTHY.toNanos()) {
            forget();
        }
        if (this.troubles.size() == TOO_MANY) {
            this.troubles.removeFirst();
        }
        this.troubles.addLast(new Trouble(now, isLoss, isOfSession(cause)));
        this.besieging |= areTooMany(now);
        boolean pauses = this.besieging || (areWanted() && !isFirstLoss);
        Duration length = pauses ? this.backoff.next() : Duration.ZERO;
        this.pauseEndNanos = now + length.toNanos();
        boolean sessionsLost = this.besieging && this.troubles.stream().allMatch(Trouble::ofSession);
        return new Pause(length, this.besieging ? held(length) : Duration.ZERO, sessionsLost);
    }

    private static Duration held(Duration length) {
        return (length.compareTo(HELD_AT_MOST) > 0) ? HELD_AT_MOST : length;
    }

    private boolean areTooMany(long now) {
        return this.troubles.size() == TOO_MANY
                && now - this.troubles.getFirst().nanos() <= HEALTHY.toNanos();
    }

    /** An outage is over when it is over. Connections that were lost are remembered: the next one may be, too. */
    synchronized void connected() {
        this.troubles.removeIf(trouble -> !trouble.isLoss());
        if (!areTooMany(this.time.nanoTime())) {
            this.besieging = false;
            this.backoff.reset();
        }
    }

    private void forget() {
        this.backoff.reset();
        this.troubles.clear();
        this.besieging = false;
    }

    /** A session may be gone before its handshake is complete, where each request meets another node. */
    private static boolean isOfSession(McpException cause) {
        return cause instanceof McpSessionException || cause.getCause() instanceof McpSessionException;
    }

    /** Under a lock that {@link #cancel()} and the next schedule need: an attempt may fail before it is noted down here. */
    void schedule(Duration pause, Runnable attempt) {
        synchronized (this.scheduling) {
            replace(this.time.schedule(pause, attempt));
        }
        if (!this.wanted.get()) {
            cancel(); // unwant() came in between and may have missed what was just scheduled
        }
    }

    void cancel() {
        synchronized (this.scheduling) {
            replace(null);
        }
    }

    private void replace(@Nullable Disposable next) {
        Disposable previous = this.scheduled;
        this.scheduled = next;
        if (previous != null) {
            previous.dispose();
        }
    }
}
