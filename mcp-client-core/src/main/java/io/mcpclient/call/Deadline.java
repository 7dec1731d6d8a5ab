package io.mcpclient.call;

import java.time.Duration;

import io.mcpclient.support.TimeSource;

/**
 * Point in time at which a call gives up, on the monotonic clock, and the point beyond which nothing can move it.
 * Immutable.
 *
 * @param time what the clock of the call is
 * @param nanos value of its {@link TimeSource#nanoTime()} at the deadline
 * @param latestNanos value of its {@link TimeSource#nanoTime()} at the latest deadline, beyond which nothing moves it
 * @param timeout duration that was asked for, for messages
 */
public record Deadline(TimeSource time, long nanos, long latestNanos, Duration timeout) {

    /** Longer than any call, and far from where the arithmetic of the clock ends. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    /**
     * Creates a deadline on the clock of this machine that passes after the timeout, counted from now, and that nothing can
     * move.
     * @param timeout positive duration; more than a hundred years are taken for a hundred years
     * @return the deadline
     */
    public static Deadline after(Duration timeout) {
        return after(TimeSource.system(), timeout);
    }

    /**
     * Creates a deadline that passes after the timeout, counted from now, and that nothing can move.
     * @param time clock of the call
     * @param timeout positive duration; more than a hundred years are taken for a hundred years
     * @return the deadline
     */
    public static Deadline after(TimeSource time, Duration timeout) {
        return after(time, timeout, timeout);
    }

    /**
     * Creates a deadline that passes after the timeout, counted from now, unless it is moved.
     * @param time clock of the call
     * @param timeout positive duration; more than a hundred years are taken for a hundred years
     * @param longest how far it can be moved, counted from now; less than the timeout is taken for the timeout
     * @return the deadline
     */
    public static Deadline after(TimeSource time, Duration timeout, Duration longest) {
        long now = time.nanoTime();
        long wait = bounded(timeout).toNanos();
        return new Deadline(
                time, now + wait, now + Math.max(wait, bounded(longest).toNanos()), timeout);
    }

    private static Duration bounded(Duration timeout) {
        return (timeout.compareTo(LONGEST) > 0) ? LONGEST : timeout;
    }

    /**
     * Returns how long it is until the deadline.
     * @return nanoseconds, zero or negative once it has passed
     */
    public long remainingNanos() {
        return this.nanos - this.time.nanoTime();
    }

    /**
     * Returns how long it is until the latest deadline.
     * @return nanoseconds, zero or negative once it has passed
     */
    public long latestRemainingNanos() {
        return this.latestNanos - this.time.nanoTime();
    }

    /**
     * Returns where a sign of life of this moment moves the deadline to: its whole timeout from now, bounded by the latest
     * point, and never to an earlier one.
     * @return value of {@link TimeSource#nanoTime()} at the moved deadline
     */
    public long nanosAfterSignOfLife() {
        long moved = this.time.nanoTime() + bounded(this.timeout).toNanos();
        if (moved - this.latestNanos > 0) {
            moved = this.latestNanos;
        }
        return (moved - this.nanos > 0) ? moved : this.nanos;
    }
}
