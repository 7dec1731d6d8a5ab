package io.mcpclient.autoconfigure;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/** Circuit breaker, which rejects calls after consecutive failures. */
public class CircuitBreakerProperties {

    /** Whether to enable the circuit breaker, which rejects calls after consecutive failures. */
    private @Nullable Boolean enabled;

    /** Number of consecutive failures after which the circuit breaker opens. */
    private @Nullable Integer failureThreshold;

    /** Time that the circuit breaker stays open before it lets a trial call through. */
    private @Nullable Duration openDuration;

    public @Nullable Boolean getEnabled() {
        return this.enabled;
    }

    public void setEnabled(@Nullable Boolean enabled) {
        this.enabled = enabled;
    }

    public @Nullable Integer getFailureThreshold() {
        return this.failureThreshold;
    }

    public void setFailureThreshold(@Nullable Integer failureThreshold) {
        this.failureThreshold = failureThreshold;
    }

    public @Nullable Duration getOpenDuration() {
        return this.openDuration;
    }

    public void setOpenDuration(@Nullable Duration openDuration) {
        this.openDuration = openDuration;
    }
}
