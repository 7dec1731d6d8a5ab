package io.mcpclient.autoconfigure;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/** Retries of failed calls. */
public class RetryProperties {

    /** Maximum number of attempts of a call, including the first. */
    private @Nullable Integer maxAttempts;

    /** Initial interval before a call is retried. */
    private @Nullable Duration initialInterval;

    /** Multiplier of the interval after each attempt, which also bounds the jitter. */
    private @Nullable Double multiplier;

    /** Maximum interval between retries of a call. */
    private @Nullable Duration maxInterval;

    /** Whether to retry tools that the server declares as idempotent or read-only when a response is lost. */
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
