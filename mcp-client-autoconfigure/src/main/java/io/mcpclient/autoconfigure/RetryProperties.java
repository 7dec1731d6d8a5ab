package io.mcpclient.autoconfigure;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/** When failed calls are repeated. */
public class RetryProperties {

    /** Number of times that one call is tried, the first one included. */
    private @Nullable Integer maxAttempts;

    /** First pause. */
    private @Nullable Duration initialInterval;

    /** Factor from pause to pause, which also bounds the jitter. */
    private @Nullable Double multiplier;

    /** Longest pause. */
    private @Nullable Duration maxInterval;

    /** Whether tools that the server calls idempotent or read-only may be called twice when an answer is lost. */
    private @Nullable Boolean trustAnnotations;

    public @Nullable Integer getMaxAttempts() {
        return this.maxAttempts;
    }

    public void setMaxAttempts(@Nullable Integer maxAttempts) {
        this.maxAttempts = maxAttempts;
    }

    public @Nullable Duration getInitialInterval() {
        return this.initialInterval;
    }

    public void setInitialInterval(@Nullable Duration initialInterval) {
        this.initialInterval = initialInterval;
    }

    public @Nullable Double getMultiplier() {
        return this.multiplier;
    }

    public void setMultiplier(@Nullable Double multiplier) {
        this.multiplier = multiplier;
    }

    public @Nullable Duration getMaxInterval() {
        return this.maxInterval;
    }

    public void setMaxInterval(@Nullable Duration maxInterval) {
        this.maxInterval = maxInterval;
    }

    public @Nullable Boolean getTrustAnnotations() {
        return this.trustAnnotations;
    }

    public void setTrustAnnotations(@Nullable Boolean trustAnnotations) {
        this.trustAnnotations = trustAnnotations;
    }
}
