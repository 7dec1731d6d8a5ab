package io.mcpclient.support;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.springframework.retry.backoff.BackOffContext;
import org.springframework.retry.backoff.ExponentialRandomBackOffPolicy;

/**
 * Computes pauses with Spring Retry and leaves the waiting to the caller: Spring's policy sleeps through a {@code Sleeper}, and
 * ours only records the duration.
 */
final class SpringRetryBackoff implements Backoff {

    private final Duration initialInterval;

    private final double multiplier;

    private final Duration maxInterval;

    /** The pauses since the first attempt that failed; {@code null} if none did, so that most clients do not load Spring Retry. */
    private @Nullable Pauses pauses;

    SpringRetryBackoff(Duration initialInterval, double multiplier, Duration maxInterval) {
        this.initialInterval = initialInterval;
        this.multiplier = multiplier;
        this.maxInterval = maxInterval;
    }

    @Override
    public synchronized Duration next() {
        Pauses pauses = this.pauses;
        if (pauses == null) {
            pauses = new Pauses(this.initialInterval, this.multiplier, this.maxInterval);
            this.pauses = pauses;
        }
        return pauses.next();
    }

    @Override
    public synchronized void reset() {
        this.pauses = null;
    }

    private static final class Pauses {

        private final ExponentialRandomBackOffPolicy policy = new ExponentialRandomBackOffPolicy();

        private final BackOffContext context;

        private long recordedMillis;

        Pauses(Duration initialInterval, double multiplier, Duration maxInterval) {
            this.policy.setInitialInterval(initialInterval.toMillis());
            this.policy.setMultiplier(multiplier);
            this.policy.setMaxInterval(maxInterval.toMillis());
            this.policy.setSleeper(millis -> this.recordedMillis = millis);
            this.context = start();
        }

        @SuppressWarnings("NullAway") // the policy does not use the retry context
        private BackOffContext start() {
            return this.policy.start(null);
        }

        Duration next() {
            this.policy.backOff(this.context);
            return Duration.ofMillis(Math.max(1, this.recordedMillis));
        }
    }
}
