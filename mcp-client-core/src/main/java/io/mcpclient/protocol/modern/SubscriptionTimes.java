package io.mcpclient.protocol.modern;

import java.time.Duration;

import io.mcpclient.resilience.Backoff;

/**
 * How long things may take around a subscription.
 *
 * @param acknowledgment from the request to the acknowledgment of the server; there is no other limit
 * @param gather how long a change of what is wanted waits for further ones
 * @param healthy a subscription that lasted so long was a good one: the pauses begin anew
 * @param firstPause shortest pause after a subscription has ended
 * @param longestPause longest such pause
 * @see "faults C15, C16, C24"
 */
record SubscriptionTimes(
        Duration acknowledgment, Duration gather, Duration healthy, Duration firstPause, Duration longestPause) {

    /** A proxy often cuts a stream after a minute, so half of that is good health. */
    static final SubscriptionTimes DEFAULT = new SubscriptionTimes(
            Duration.ofSeconds(10),
            Duration.ofMillis(20),
            Duration.ofSeconds(30),
            Duration.ofSeconds(1),
            Duration.ofSeconds(60));

    Backoff pauses() {
        return Backoff.exponential(this.firstPause, 2, this.longestPause);
    }
}
