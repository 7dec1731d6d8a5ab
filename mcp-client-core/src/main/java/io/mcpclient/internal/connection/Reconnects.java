package io.mcpclient.internal.connection;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;

import io.mcpclient.error.McpException;
import io.mcpclient.error.McpSessionException;
import io.mcpclient.support.Backoff;
import io.mcpclient.time.TimeSource;

/**
 * Schedules reconnection attempts, automatic ones and those of calls. The first loss is followed by an immediate attempt: the
 * server may well be running and have lost only the session. Repeated failures back off with growing pauses.
 *
 * <pre>
 *                              automatic, if enabled            by a call
 *  first loss                  immediately                      immediately
 *  further losses, failures    after a pause, growing           immediately
 *  three within a minute       after a pause, growing           at most once a second
 * </pre>
 *
 * Failures are forgotten with the next success; everything is forgotten after a connection that lasted a minute, or after a
 * minute without attempts. Thread-safe.
 *
 * @see "faults A12, D07, D11, D17, E04, G10"
 */
final class Reconnects {

    /** A connection that lasted this long was healthy; {@link #TOO_MANY} failures within this time are too many. */
    static final Duration HEALTHY = Duration.ofSeconds(60);

    static final int TOO_MANY = 3;

    /** Part of a pause in which calls fail immediately. After it the next call makes an attempt: the server may be back. */
    static final Duration HELD_AT_MOST = Duration.ofSeconds(1);

    private final Backoff backoff;

    private final TimeSource time;

    private volatile boolean wanted;

    private final Object scheduling = new Object();

    /** Guarded by the lock above. */
    private @Nullable Disposable scheduled;

    /** The last losses and failures, at most {@link #TOO_MANY}. */
    private final Deque<Incident> incidents = new ArrayDeque<>(0);

    private boolean throttled;

    /** End of the last pause. */
    private long pauseEndNanos;

    private record Incident(long nanos, boolean isLoss, boolean ofSession) {}

    /**
     * Reaction to a loss or a failure.
     *
     * @param length pause before the next attempt; zero for an immediate one
     * @param held part of the pause during which calls fail too
     * @param sessionsLost whether sessions were lost repeatedly
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
        this.wanted = true;
    }

    void unwant() {
        this.wanted = false;
        cancel();
    }

    boolean areWanted() {
        return this.wanted;
    }

    synchronized Pause afterFailure(McpException cause) {
        return after(cause, false, false);
    }

    synchronized Pause afterLoss(McpException cause, Duration lasted) {
        if (lasted.compareTo(HEALTHY) >= 0) {
            reset();
        }
        return after(cause, true, this.incidents.isEmpty());
    }

    private Pause after(McpException cause, boolean isLoss, boolean isFirstLoss) {
        long now = this.time.nanoTime();
        if (!this.incidents.isEmpty() && now - this.pauseEndNanos > HEALTHY.toNanos()) {
            reset();
        }
        if (this.incidents.size() == TOO_MANY) {
            this.incidents.removeFirst();
        }
        this.incidents.addLast(new Incident(now, isLoss, isOfSession(cause)));
        this.throttled |= areTooMany(now);
        boolean pauses = this.throttled || (areWanted() && !isFirstLoss);
        Duration length = pauses ? this.backoff.next() : Duration.ZERO;
        this.pauseEndNanos = now + length.toNanos();
        boolean sessionsLost = this.throttled && this.incidents.stream().allMatch(Incident::ofSession);
        return new Pause(length, this.throttled ? held(length) : Duration.ZERO, sessionsLost);
    }

    private static Duration held(Duration length) {
        return (length.compareTo(HELD_AT_MOST) > 0) ? HELD_AT_MOST : length;
    }

    private boolean areTooMany(long now) {
        return this.incidents.size() == TOO_MANY
                && now - this.incidents.getFirst().nanos() <= HEALTHY.toNanos();
    }

    /** Removes failures when the outage ends, but not lost connections: the next connection may be lost, too. */
    synchronized void connected() {
        this.incidents.removeIf(incident -> !incident.isLoss());
        if (!areTooMany(this.time.nanoTime())) {
            this.throttled = false;
            this.backoff.reset();
        }
    }

    private void reset() {
        this.backoff.reset();
        this.incidents.clear();
        this.throttled = false;
    }

    /** A session may be lost before its handshake is complete if each request reaches another node. */
    private static boolean isOfSession(McpException cause) {
        return cause instanceof McpSessionException || cause.getCause() instanceof McpSessionException;
    }

    /** Under a lock that {@link #cancel()} and the next schedule need: an attempt may fail before it is recorded here. */
    void schedule(Duration pause, Runnable attempt) {
        synchronized (this.scheduling) {
            replace(this.time.schedule(pause, attempt));
        }
        if (!this.wanted) {
            cancel(); // unwant() ran in between and may have missed the attempt that was just scheduled
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
