package io.mcpclient.settings;

import java.time.Duration;

import io.mcpclient.error.McpConfigurationException;

/**
 * Backoff between reconnection attempts in the background. Immutable.
 *
 * @param initialInterval minimum of the first interval, from a millisecond to 24 days
 * @param multiplier factor between consecutive intervals, greater than 1 and at most 100; it also bounds the jitter
 * @param maxInterval maximum interval, from a millisecond to 24 days
 */
public record McpReconnectSettings(Duration initialInterval, double multiplier, Duration maxInterval) {

    private static final McpReconnectSettings DEFAULTS =
            new McpReconnectSettings(Duration.ofMillis(500), 2, Duration.ofSeconds(60));

    /**
     * Checks the values.
     * @throws McpConfigurationException if one is out of its range; it names the property
     */
    public McpReconnectSettings {
        SettingChecks.multiplier("reconnect.multiplier", multiplier);
        SettingChecks.positive("reconnect.initial-interval", initialInterval, "500ms");
        SettingChecks.positive("reconnect.max-interval", maxInterval, "60000ms");
    }

    /**
     * Returns the defaults: 500 milliseconds, doubled up to 60 seconds.
     * @return the settings
     */
    public static McpReconnectSettings defaults() {
        return DEFAULTS;
    }

    /**
     * Returns a copy with the given value.
     * @param initialInterval minimum of the first interval, from a millisecond to 24 days
     * @return the copy
     */
    public McpReconnectSettings withInitialInterval(Duration initialInterval) {
        return new McpReconnectSettings(initialInterval, this.multiplier, this.maxInterval);
    }

    /**
     * Returns a copy with the given value.
     * @param multiplier factor between consecutive intervals, greater than 1 and at most 100; it also bounds the jitter
     * @return the copy
     */
    public McpReconnectSettings withMultiplier(double multiplier) {
        return new McpReconnectSettings(this.initialInterval, multiplier, this.maxInterval);
    }

    /**
     * Returns a copy with the given value.
     * @param maxInterval maximum interval, from a millisecond to 24 days
     * @return the copy
     */
    public McpReconnectSettings withMaxInterval(Duration maxInterval) {
        return new McpReconnectSettings(this.initialInterval, this.multiplier, maxInterval);
    }

    /**
     * Returns a copy with the given intervals.
     * @param initial minimum of the first interval
     * @param factor factor between consecutive intervals
     * @param longest maximum interval
     * @return the copy
     */
    public McpReconnectSettings withIntervals(Duration initial, double factor, Duration longest) {
        return new McpReconnectSettings(initial, factor, longest);
    }
}
