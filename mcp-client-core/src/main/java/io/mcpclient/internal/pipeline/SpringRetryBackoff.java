package io.mcpclient.internal.pipeline;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.springframework.retry.backoff.BackOffContext;
import org.springframework.retry.backoff.ExponentialRandomBackOffPolicy;

/**
 * Computes pauses with Spring Retry and leaves the waiting to the caller: Spring's policy sleeps through a {@code Sleeper}, and
 * ours only records the duration.
 */
final class SpringRetryBackoff implements Backoff {

    private final ExponentialRandomBackOffPolicy policy = new ExponentialRandomBackOffPolicy();

    private @Nullable BackOffContext context;

    private long recordedMillis;

    SpringRetryBackoff(Duration initialInterval, double multiplier, Duration maxInterval) {
        this.policy.setInitialInterval(initialInterval.toMillis());
        this.policy.setMultiplier(multiplier);
        this.policy.setMaxInterval(maxInterval.toMillis());
        this.policy.setSleeper(millis -> this.recordedMillis = millis);
    }

    @Override
    public synchronized Duration next() {
        if (this.context == null) {
            this.context = start();
        }
        this.policy.backOff(this.context);
        return Duration.ofMillis(Math.max(1, this.recordedMillis));
    }

    @SuppressWarnings("NullAway") // the policy does not use the retry context
    private BackOffContext start() {
        return this.policy.start(null);
    }

    @Override
    public synchronized void reset() {
        this.context = null;
    }
}
