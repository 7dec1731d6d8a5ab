package io.mcpclient.settings;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.mcpclient.error.McpConfigurationException;

/** The ranges of settings. A violation is an {@link McpConfigurationException} of no particular server. */
final class SettingChecks {

    private static final Duration SHORTEST = Duration.ofMillis(1);

    /** Maximum delay of a timer in milliseconds. */
    private static final Duration LONGEST = Duration.ofMillis(Integer.MAX_VALUE);

    private SettingChecks() {}

    static void positive(String property, @Nullable Duration value, String example) {
        if (value != null && (value.compareTo(SHORTEST) < 0 || value.compareTo(LONGEST) > 0)) {
            throw invalid(property, "is " + value, "Use a duration from 1ms to 24d, for example " + example + ".");
        }
    }

    static void atLeast(String property, int value, int minimum) {
        if (value < minimum) {
            throw invalid(property, "is " + value, (minimum == 0) ? "Use 0 or more." : "Use at least " + minimum + ".");
        }
    }

    /** Checks a size in bytes. */
    static void size(String property, int bytes) {
        if (bytes < 1024) {
            throw invalid(property, "is " + bytes + "B", "Use a size from 1KB to 2047MB.");
        }
    }

    static void multiplier(String property, double value) {
        if (!(value > 1 && value <= 100)) {
            throw invalid(property, "is " + value, "Use a number above 1 and up to 100.");
        }
    }

    static McpConfigurationException invalid(String property, String problem, String remedy) {
        return new McpConfigurationException("", property, problem, remedy);
    }
}
