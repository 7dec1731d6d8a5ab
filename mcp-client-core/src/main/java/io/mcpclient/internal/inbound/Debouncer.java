package io.mcpclient.internal.inbound;

import java.time.Duration;

import io.mcpclient.time.TimeSource;

/**
 * Debounces signals: the first one waits briefly for others, and actions have a minimum distance. No signal is lost: each one
 * is followed by an action. Thread-safe.
 *
 * @see "fault F19"
 */
final class Debouncer {

    /** Minimum distance between two actions, however many signals there are. */
    private static final Duration APART = Duration.ofSeconds(1);

    private final Duration wait;

    private final TimeSource time;

    private final Runnable action;

    private boolean scheduled;

    private long lastNanos;

    Debouncer(Duration wait, TimeSource time, Runnable action) {
        this.time = time;
        this.lastNanos = time.nanoTime() - APART.toNanos();
        this.wait = wait;
        this.action = action;
    }

    void signal() {
        long delay;
        synchronized (this) {
            if (this.scheduled) {
                return;
            }
            this.scheduled = true;
            long earliest = this.lastNanos + APART.toNanos() - this.time.nanoTime();
            delay = Math.max(this.wait.toNanos(), earliest);
        }
        this.time.schedule(Duration.ofNanos(delay), this::run);
    }

    private void run() {
        synchronized (this) {
            // Before the action: a signal during the action may stand for a change that the action has not seen.
            this.scheduled = false;
            this.lastNanos = this.time.nanoTime();
        }
        this.action.run();
    }
}
