package io.mcpclient;

import java.time.Duration;

import io.mcpclient.error.McpConfigurationException;

/**
 * Common validation of one server's settings: errors name the server, the property and the remedy.
 *
 * @param serverName name of the server
 */
record SettingRules(String serverName) {

    /** Maximum delay of a timer in milliseconds. */
    private static final Duration LONGEST_TIMEOUT = Duration.ofMillis(Integer.MAX_VALUE);

    Duration positive(String property, Duration value) {
        if (value.isZero() || value.isNegative()) {
            throw invalid(property, "is " + value, "Use a positive duration.");
        }
        if (value.compareTo(LONGEST_TIMEOUT) > 0) {
            throw invalid(property, "is " + value, "Use at most 24 days.");
        }
        return value;
    }

    Duration notNegative(String property, Duration value) {
        return value.isZero() ? value : positive(property, value);
    }

    int atLeast(String property, int value, int minimum) {
        if (value < minimum) {
            throw invalid(property, "is " + value, "Use at least " + minimum + ".");
        }
        return value;
    }

    McpConfigurationException invalid(String property, String problem, String remedy) {
        return new McpConfigurationException(this.serverName, property, problem, remedy);
    }
}
