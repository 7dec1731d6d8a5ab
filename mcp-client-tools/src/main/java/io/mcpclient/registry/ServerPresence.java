package io.mcpclient.registry;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.mcpclient.time.TimeSource;

/**
 * What the prompts of models make of a server that is not available. Thread-safe.
 *
 * <table>
 * <caption>a prompt that would be offered the tools of the server</caption>
 * <tr><th>server</th><th>its tools</th><th>the prompt</th></tr>
 * <tr><td>available</td><td>offered</td><td>continues</td></tr>
 * <tr><td>lost less than {@code keep} ago</td><td>offered as last known</td><td>starts an attempt to connect</td></tr>
 * <tr><td>lost before that</td><td>not offered</td><td>starts an attempt to connect</td></tr>
 * <tr><td>never available</td><td>not offered</td><td>starts an attempt, waits until {@code await} after the first such
 * prompt</td></tr>
 * </table>
 *
 * All prompts and calls together start at most one attempt per second.
 */
final class ServerPresence {

    private static final Duration BETWEEN_ATTEMPTS = Duration.ofSeconds(1);

    private final TimeSource time;

    private boolean isAvailable;

    /** End of the last time in which it was available, {@code null} before. */
    private @Nullable Long lostNanos;

    /** The first prompt that waited, {@code null} before. */
    private @Nullable Long awaitedNanos;

    private @Nullable Long attemptNanos;

    private boolean wasReported;

    ServerPresence(TimeSource time) {
        this.time = time;
    }

    synchronized void set(boolean available) {
        if (this.isAvailable && !available) {
            this.lostNanos = this.time.nanoTime();
        }
        this.isAvailable = available;
        this.wasReported &= !available;
    }

    /** Returns whether it was available at least once. */
    synchronized boolean wasAvailable() {
        return this.isAvailable || this.lostNanos != null;
    }

    /** Returns whether it is not available, but was until recently. */
    synchronized boolean isRecentlyLost(Duration keep) {
        return !this.isAvailable && this.lostNanos != null && isWithin(this.lostNanos, keep);
    }

    /** Returns how much longer a prompt may wait for a server that was never available; the first one starts the time. */
    synchronized Duration remainingWait(Duration await) {
        if (wasAvailable()) {
            return Duration.ZERO;
        }
        long now = this.time.nanoTime();
        if (this.awaitedNanos == null) {
            this.awaitedNanos = now;
        }
        Duration remaining = await.minusNanos(now - this.awaitedNanos);
        return remaining.isNegative() ? Duration.ZERO : remaining;
    }

    /** Returns whether an attempt to connect may be started now, and counts it. */
    synchronized boolean beginAttempt() {
        if (this.attemptNanos != null && isWithin(this.attemptNanos, BETWEEN_ATTEMPTS)) {
            return false;
        }
        this.attemptNanos = this.time.nanoTime();
        return true;
    }

    /** Returns whether it has not been reported as missing since it was last available. */
    synchronized boolean beginReport() {
        boolean isFirst = !this.wasReported;
        this.wasReported = true;
        return isFirst;
    }

    private boolean isWithin(long nanos, Duration duration) {
        return this.time.since(nanos).compareTo(duration) < 0;
    }
}
