package io.mcpclient.call;

import java.time.Duration;

import io.mcpclient.time.TimeSource;

/**
 * Deadline of a call, on the monotonic clock, and the latest point to which it can be extended. Immutable.
 *
 * @param time clock of the call
 * @param nanos value of its {@link TimeSource#nanoTime()} at the deadline
 * @param latestNanos value of its {@link TimeSource#nanoTime()} at the latest deadline, beyond which it cannot be extended
 * @param timeout requested duration, for messages
 */
public record Deadline(TimeSource time, long nanos, long latestNanos, Duration timeout) {

    /** Longer than any call, and far below the overflow of the clock's arithmetic. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    /**
     * Creates a fixed deadline on the system clock, at the timeout from now.
     * @param timeout positive duration; capped at a hundred years
     * @return the deadline
     */
    public static Deadline after(Duration timeout) {
        return after(TimeSource.system(), timeout);
    }

    /**
     * Creates a fixed deadline, at the timeout from now.
     * @param time clock of the call
     * @param timeout positive duration; capped at a hundred years
     * @return the deadline
     */
    public static Deadline after(TimeSource time, Duration timeout) {
        return after(time, timeout, timeout);
    }

    /**
     * Creates an extensible deadline, at the timeout from now.
     * @param time clock of the call
     * @param timeout positive duration; capped at a hundred years
     * @param longest limit of extensions, from now; at least the timeout
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
     * Returns the same deadline as if the call began now.
     * @return a deadline at the timeout from now, extensible by as much as this one was
     */
    public Deadline restarted() {
        return after(this.time, this.timeout, this.timeout.plusNanos(this.latestNanos - this.nanos));
    }

    /**
     * Returns the time until the deadline.
     * @return nanoseconds, zero or negative once it has passed
     */
    public long remainingNanos() {
        return this.nanos - this.time.nanoTime();
    }

    /**
     * Returns the time until the latest deadline.
     * @return nanoseconds, zero or negative once it has passed
     */
    public long latestRemainingNanos() {
        return this.latestNanos - this.time.nanoTime();
    }

    /**
     * Returns the deadline as extended by server activity at this moment: the whole timeout from now, bounded by the latest
     * deadline, and never earlier than the current one.
     * @return value of {@link TimeSource#nanoTime()} at the extended deadline
     */
    public long nanosAfterActivity() {
        long moved = this.time.nanoTime() + bounded(this.timeout).toNanos();
        if (moved - this.latestNanos > 0) {
            moved = this.latestNanos;
        }
        return (moved - this.nanos > 0) ? moved : this.nanos;
    }
}
