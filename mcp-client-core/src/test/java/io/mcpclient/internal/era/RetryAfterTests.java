package io.mcpclient.internal.era;

import java.time.Duration;
import java.time.Instant;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Fault G09: seconds, a date, a huge value, garbage. */
class RetryAfterTests {

    private static final Instant NOW = Instant.parse("2026-07-28T12:00:00Z");

    @ParameterizedTest
    @CsvSource({
        "0, PT0S",
        "7, PT7S",
        "' 120 ', PT2M",
        "999999999999999999, PT8760H",
        "'Tue, 28 Jul 2026 12:00:30 GMT', PT30S",
        "'Tue, 28 Jul 2026 11:00:00 GMT', PT0S",
        "'Fri, 28 Jul 2056 12:00:00 GMT', PT8760H"
    })
    void parseWhenValueIsValidReturnsTheDelay(String value, Duration wait) {
        assertThat(RetryAfter.parse(value, NOW)).isEqualTo(wait);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "soon", "-5", "1.5", "1e3", "99999999999999999999", "Mon, 28 Jul 2026 12:00:30 GMT", "\u0663"
            })
    void parseWhenValueIsInvalidReturnsNull(String value) {
        assertThat(RetryAfter.parse(value, NOW)).isNull();
    }

    @Test
    void parseWhenHeaderIsAbsentReturnsNull() {
        assertThat(RetryAfter.parse(null, NOW)).isNull();
    }
}
