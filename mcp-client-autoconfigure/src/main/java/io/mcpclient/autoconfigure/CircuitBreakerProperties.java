package io.mcpclient.autoconfigure;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/** When calls are refused because the last ones have failed. */
public class CircuitBreakerProperties {

    /** Whether calls are refused at all after others have failed. */
    private @Nullable Boolean enabled;

    /** Number of failures in a row after which calls are refused. */
    private @Nullable Integer failureThreshold;

    /** Time for which calls are refused before one is let through for a trial. */
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
