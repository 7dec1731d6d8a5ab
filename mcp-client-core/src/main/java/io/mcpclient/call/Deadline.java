package io.mcpclient.call;

import java.time.Duration;

/**
 * Point in time at which a call gives up, on the monotonic clock. Immutable.
 *
 * @param nanos value of {@link System#nanoTime()} at that point
 * @param timeout duration that was asked for, for messages
 */
public record Deadline(long nanos, Duration timeout) {

    /** Longer than any call, and far from where the arithmetic of the clock ends. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    /**
     * Creates a deadline that passes after the timeout, counted from now.
     * @param timeout positive duration; more than a hundred years are taken for a hundred years
     * @return the deadline
     */
    public static Deadline after(Duration timeout) {
        Duration bounded = (timeout.compareTo(LONGEST) > 0) ? LONGEST : timeout;
        return new Deadline(System.nanoTime() + bounded.toNanos(), timeout);
    }

    /**
     * Returns how long it is until the deadline.
     * @return nanoseconds, zero or negative once it has passed
     */
    public long remainingNanos() {
        return this.nanos - System.nanoTime();
    }
}
