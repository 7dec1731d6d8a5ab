package io.mcpclient.internal.era;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * The header that specifies how long a server wants no requests: seconds, or a date.
 *
 * @see "RFC 9110, 10.2.3, Retry-After; fault G09"
 */
final class RetryAfter {

    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,18}");

    private static final Duration LONGEST = Duration.ofDays(365);

    private RetryAfter() {}

    /**
     * Reads the value of the header.
     * @param value the value as sent, or {@code null}
     * @param now the time that a date is compared with
     * @return zero for a date that has passed, a year at most; {@code null} if the value is missing or malformed
     */
    static @Nullable Duration parse(@Nullable String value, Instant now) {
        if (value == null) {
            return null;
        }
        String text = value.strip();
        Duration wait =
                SECONDS.matcher(text).matches() ? Duration.ofSeconds(Long.parseLong(text)) : untilDate(text, now);
        if (wait == null || wait.compareTo(LONGEST) > 0) {
            return (wait == null) ? null : LONGEST;
        }
        return wait.isNegative() ? Duration.ZERO : wait;
    }

    private static @Nullable Duration untilDate(String text, Instant now) {
        try {
            return Duration.between(
                    now,
                    ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
                            .toInstant());
        } catch (DateTimeException ex) {
            return null;
        }
    }
}
