package io.mcpclient.settings;

import java.time.Duration;

import io.mcpclient.error.McpConfigurationException;

/**
 * Settings for retries of failed calls. Only safe calls are retried, and never beyond the deadline of the call. Immutable.
 *
 * @param maxAttempts maximum number of attempts, including the first one; 1 disables retries
 * @param initialInterval minimum pause before the first retry; a longer delay requested by the server takes precedence, up to
 *     60 seconds
 * @param multiplier factor between pauses and upper bound of the jitter, greater than 1
 * @param maxInterval longest pause
 * @param trustAnnotations whether the server's annotations decide which tools are idempotent or read-only; only for trusted
 *     servers, since a wrong annotation runs a tool twice
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/schema">MCP: ToolAnnotations</a>
 */
public record McpRetrySettings(
        int maxAttempts, Duration initialInterval, double multiplier, Duration maxInterval, boolean trustAnnotations) {

    private static final McpRetrySettings DEFAULTS =
            new McpRetrySettings(3, Duration.ofMillis(200), 2, Duration.ofSeconds(5), false);

    /**
     * Checks the values.
     * @throws McpConfigurationException if one is out of its range; it names the property
     */
    public McpRetrySettings {
        SettingChecks.atLeast("retry.max-attempts", maxAttempts, 1);
        SettingChecks.positive("retry.initial-interval", initialInterval, "200ms");
        SettingChecks.multiplier("retry.multiplier", multiplier);
        SettingChecks.positive("retry.max-interval", maxInterval, "5000ms");
    }

    /**
     * Returns the defaults: 3 attempts, pauses starting at 200 milliseconds, doubled up to 5 seconds, annotations not trusted.
     * @return the settings
     */
    public static McpRetrySettings defaults() {
        return DEFAULTS;
    }

    /**
     * Returns settings without retries.
     * @return the settings
     */
    public static McpRetrySettings none() {
        return DEFAULTS.withMaxAttempts(1);
    }

    /**
     * Returns a copy with another number of attempts.
     * @param attempts maximum number of attempts, at least 1
     * @return the copy
     */
    public McpRetrySettings withMaxAttempts(int attempts) {
        return new McpRetrySettings(
                attempts, this.initialInterval, this.multiplier, this.maxInterval, this.trustAnnotations);
    }

    /**
     * Returns a copy with other pauses.
     * @param initial minimum pause before the first retry, at least a millisecond
     * @param factor factor between pauses, greater than 1
     * @param longest longest pause, at least a millisecond
     * @return the copy
     */
    public McpRetrySettings withIntervals(Duration initial, double factor, Duration longest) {
        return new McpRetrySettings(this.maxAttempts, initial, factor, longest, this.trustAnnotations);
    }

    /**
     * Returns a copy with another trust in the annotations of tools.
     * @param trusted whether the server's annotations are trusted
     * @return the copy
     */
    public McpRetrySettings withTrustAnnotations(boolean trusted) {
        return new McpRetrySettings(this.maxAttempts, this.initialInterval, this.multiplier, this.maxInterval, trusted);
    }

    /**
     * Returns a copy with another minimum pause before the first retry.
     * @param initialInterval at least a millisecond
     * @return the copy
     */
    public McpRetrySettings withInitialInterval(Duration initialInterval) {
        return withIntervals(initialInterval, this.multiplier, this.maxInterval);
    }

    /**
     * Returns a copy with another factor between pauses.
     * @param multiplier greater than 1 and at most 100
     * @return the copy
     */
    public McpRetrySettings withMultiplier(double multiplier) {
        return withIntervals(this.initialInterval, multiplier, this.maxInterval);
    }

    /**
     * Returns a copy with another longest pause.
     * @param maxInterval at least a millisecond
     * @return the copy
     */
    public McpRetrySettings withMaxInterval(Duration maxInterval) {
        return withIntervals(this.initialInterval, this.multiplier, maxInterval);
    }
}
