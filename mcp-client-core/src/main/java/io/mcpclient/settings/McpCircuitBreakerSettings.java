package io.mcpclient.settings;

import java.time.Duration;

import io.mcpclient.error.McpConfigurationException;

/**
 * Settings of the circuit breaker, which rejects calls to a server after repeated failures without sending them. Immutable.
 *
 * @param enabled whether there is a circuit breaker
 * @param failureThreshold consecutive failures after which calls are rejected, at least 1. Broken connections, missed deadlines
 *     and HTTP 5xx count; any other response resets the count, and concurrent calls count once
 * @param openDuration time for which calls are rejected before a trial call is permitted
 */
public record McpCircuitBreakerSettings(boolean enabled, int failureThreshold, Duration openDuration) {

    private static final McpCircuitBreakerSettings DEFAULTS =
            new McpCircuitBreakerSettings(true, 5, Duration.ofSeconds(30));

    /**
     * Checks the values.
     * @throws McpConfigurationException if one is out of its range; it names the property
     */
    public McpCircuitBreakerSettings {
        SettingChecks.atLeast("circuit-breaker.failure-threshold", failureThreshold, 1);
        SettingChecks.positive("circuit-breaker.open-duration", openDuration, "30000ms");
    }

    /**
     * Returns the defaults: rejects calls after 5 failures, for 30 seconds.
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
     * Returns a copy with another threshold.
     * @param failures consecutive failures, at least 1
     * @return the copy
     */
    public McpCircuitBreakerSettings withFailureThreshold(int failures) {
        return new McpCircuitBreakerSettings(this.enabled, failures, this.openDuration);
    }

    /**
     * Returns a copy with another open duration.
     * @param duration at least a millisecond
     * @return the copy
     */
    public McpCircuitBreakerSettings withOpenDuration(Duration duration) {
        return new McpCircuitBreakerSettings(this.enabled, this.failureThreshold, duration);
    }

    /**
     * Returns a copy that is enabled or disabled.
     * @param enabled whether there is a circuit breaker
     * @return the copy
     */
    public McpCircuitBreakerSettings withEnabled(boolean enabled) {
        return new McpCircuitBreakerSettings(enabled, this.failureThreshold, this.openDuration);
    }
}
