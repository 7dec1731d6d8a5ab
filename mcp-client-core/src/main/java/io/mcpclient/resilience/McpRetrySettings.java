package io.mcpclient.resilience;

import java.time.Duration;

/**
 * When a failed call is repeated, and after which pauses. Only what is safe is repeated, and nothing beyond the
 * deadline of the call. Immutable.
 *
 * @param maxAttempts how often one call is tried, the first time included; 1 repeats nothing
 * @param initialInterval shortest pause before the first repetition; a server that says how long it wants to be left
 *     alone is obeyed instead, up to 60 seconds
 * @param multiplier factor from pause to pause and upper bound of the jitter, greater than 1
 * @param maxInterval longest pause
 * @param trustAnnotations whether tools that the server calls idempotent or read-only are taken for it; only for servers
 *     that are trusted, since a wrong word runs a tool twice
 * @see "MCP 2025-11-25, schema, ToolAnnotations; faults G09, G10"
 */
public record McpRetrySettings(
        int maxAttempts, Duration initialInterval, double multiplier, Duration maxInterval, boolean trustAnnotations) {

    private static final McpRetrySettings DEFAULTS =
            new McpRetrySettings(3, Duration.ofMillis(200), 2, Duration.ofSeconds(5), false);

    /**
     * Checks the settings.
     * @throws IllegalArgumentException if a number is out of its range; the message names the property
     */
    public McpRetrySettings {
        require(maxAttempts >= 1, "retry.max-attempts is " + maxAttempts + ", less than 1");
        require(isPositive(initialInterval), "retry.initial-interval is " + initialInterval + ", not positive");
        require(multiplier > 1 && multiplier <= 100, "retry.multiplier is " + multiplier + ", not between 1 and 100");
        require(isPositive(maxInterval), "retry.max-interval is " + maxInterval + ", not positive");
    }

    private static boolean isPositive(Duration interval) {
        return interval.toMillis() >= 1;
    }

    private static void require(boolean holds, String problem) {
        if (!holds) {
            throw new IllegalArgumentException(problem);
        }
    }

    /**
     * Returns the defaults: 3 attempts, pauses from 200 milliseconds on, doubled up to 5 seconds, annotations not trusted.
     * @return the settings
     */
    public static McpRetrySettings defaults() {
        return DEFAULTS;
    }

    /**
     * Returns settings that repeat nothing.
     * @return the settings
     */
    public static McpRetrySettings none() {
        return DEFAULTS.withMaxAttempts(1);
    }

    /**
     * Copies these settings with another number of attempts.
     * @param attempts how often one call is tried, at least 1
     * @return the copy
     */
    public McpRetrySettings withMaxAttempts(int attempts) {
        return new McpRetrySettings(
                attempts, this.initialInterval, this.multiplier, this.maxInterval, this.trustAnnotations);
    }

    /**
     * Copies these settings with other pauses.
     * @param initial shortest pause before the first repetition, at least a millisecond
     * @param factor factor from pause to pause, greater than 1
     * @param longest longest pause, at least a millisecond
     * @return the copy
     */
    public McpRetrySettings withIntervals(Duration initial, double factor, Duration longest) {
        return new McpRetrySettings(this.maxAttempts, initial, factor, longest, this.trustAnnotations);
    }

    /**
     * Copies these settings with a decision on the annotations of tools.
     * @param trusted whether the server is believed what it says of its tools
     * @return the copy
     */
    public McpRetrySettings withTrustAnnotations(boolean trusted) {
        return new McpRetrySettings(this.maxAttempts, this.initialInterval, this.multiplier, this.maxInterval, trusted);
    }
}
