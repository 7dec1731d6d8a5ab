package io.mcpclient.internal.era.modern;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.era.SilenceWatch;
import io.mcpclient.support.Backoff;
import io.mcpclient.time.TimeSource;

/**
 * Time limits of a subscription.
 *
 * @param acknowledgment from the request to the acknowledgment of the server; there is no other limit
 * @param gather how long a change of the wanted filter waits for further ones
 * @param healthy minimum lifetime of a healthy subscription, which resets the pauses
 * @param firstPause shortest pause after a subscription has ended
 * @param longestPause longest such pause
 * @param watchesSilence whether a silent subscription is replaced
 * @param keepAlive configured keep-alive interval, or {@code null} if there is none
 * @see "faults B17, C15, C16, C24"
 */
record SubscriptionTimes(
        Duration acknowledgment,
        Duration gather,
        Duration healthy,
        Duration firstPause,
        Duration longestPause,
        boolean watchesSilence,
        @Nullable Duration keepAlive) {

    /** Creates times without a watch for silence. */
    SubscriptionTimes(
            Duration acknowledgment, Duration gather, Duration healthy, Duration firstPause, Duration longestPause) {
        this(acknowledgment, gather, healthy, firstPause, longestPause, false, null);
    }

    /** A proxy often cuts a stream after a minute, so half of that counts as healthy. */
    static final SubscriptionTimes DEFAULT = new SubscriptionTimes(
            Duration.ofSeconds(10),
            Duration.ofMillis(20),
            Duration.ofSeconds(30),
            Duration.ofSeconds(1),
            Duration.ofSeconds(60));

    SubscriptionTimes watching(@Nullable Duration keepAlive) {
        return new SubscriptionTimes(
                this.acknowledgment, this.gather, this.healthy, this.firstPause, this.longestPause, true, keepAlive);
    }

    /** Returns a watch for one subscription, {@code null} if silence is not significant. */
    @Nullable
    SilenceWatch watch(TimeSource time, SilenceWatch.Listener listener) {
        return this.watchesSilence ? new SilenceWatch(this.keepAlive, time, listener) : null;
    }

    Backoff pauses() {
        return Backoff.exponential(this.firstPause, 2, this.longestPause);
    }
}
