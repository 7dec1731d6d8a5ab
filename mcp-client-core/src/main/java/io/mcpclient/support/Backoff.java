package io.mcpclient.support;

import java.time.Duration;

/** Pauses between attempts to connect: each longer than the one before, up to a maximum, with jitter. Thread-safe. */
public interface Backoff {

    /**
     * Returns the pause before the next attempt and increases the following one.
     * @return positive duration
     */
    Duration next();

    /** Resets to the first pause, after a successful attempt. */
    void reset();

    /**
     * Creates a backoff with random jitter, which keeps many clients from reconnecting at the same moment.
     * @param initialInterval shortest first pause
     * @param multiplier factor from pause to pause and upper bound of the jitter, greater than 1
     * @param maxInterval longest pause
     * @return the backoff, at its beginning
     * @see "fault G10"
     */
    static Backoff exponential(Duration initialInterval, double multiplier, Duration maxInterval) {
        return new SpringRetryBackoff(initialInterval, multiplier, maxInterval);
    }
}
