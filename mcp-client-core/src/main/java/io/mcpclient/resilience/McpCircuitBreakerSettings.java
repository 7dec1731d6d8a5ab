package io.mcpclient.resilience;

import java.time.Duration;

/**
 * When calls to a server that fails time and again are refused without being sent. Immutable.
 *
 * @param enabled whether there is a circuit breaker at all
 * @param failureThreshold failures in a row after which calls are refused, at least 1: connections that break, deadlines
 *     that pass, HTTP 5xx; an answer of any other kind ends the row, and calls that were under way together count once
 * @param openDuration how long calls are refused before one is let through to see whether it succeeds
 * @see "fault G11"
 */
public record McpCircuitBreakerSettings(boolean enabled, int failureThreshold, Duration openDuration) {

    private static final McpCircuitBreakerSettings DEFAULTS =
            new McpCircuitBreakerSettings(true, 5, Duration.ofSeconds(30));

    /**
     * Checks the settings.
     * @throws IllegalArgumentException if a number is out of its range; the message names the property
     */
    public McpCircuitBreakerSettings {
        if (failureThreshold < 1) {
            throw new IllegalArgumentException(
                    "circuit-breaker.failure-threshold is " + failureThreshold + ", less than 1");
        }
        if (openDuration.toMillis() < 1) {
            throw new IllegalArgumentException("circuit-breaker.open-duration is " + openDuration + ", not positive");
        }
    }

    /**
     * Returns the defaults: refuses after 5 failures, for 30 seconds.
     * @return the settings
     */
    public static McpCircuitBreakerSettings defaults() {
        return DEFAULTS;
    }

    /**
     * Returns settings without a circuit breaker.
     * @return the settings
     */
    public static McpCircuitBreakerSettings disabled() {
        return new McpCircuitBreakerSettings(false, DEFAULTS.failureThreshold(), DEFAULTS.openDuration());
    }

    /**
     * Copies these settings with another threshold.
     * @param failures failures in a row, at least 1
     * @return the copy
     */
    public McpCircuitBreakerSettings withFailureThreshold(int failures) {
        return new McpCircuitBreakerSettings(this.enabled, failures, this.openDuration);
    }

    /**
     * Copies these settings with another time for which calls are refused.
     * @param duration at least a millisecond
     * @return the copy
     */
    public McpCircuitBreakerSettings withOpenDuration(Duration duration) {
        return new McpCircuitBreakerSettings(this.enabled, this.failureThreshold, duration);
    }
}
