package io.mcpclient.discovery.internal;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * How long a response may be used, by its {@code Cache-Control} and {@code Age}.
 *
 * @param isStorable whether it may be stored at all
 * @param life how long it is fresh, not negative
 * @see "RFC 9111, sections 4.2 and 5.2.2; CRD-11, CRD-A11, REG-06"
 */
record Freshness(boolean isStorable, Duration life) {

    private static final Pattern ETAG = Pattern.compile("(?:W/)?\"[\\x21\\x23-\\x7e]{0,256}\"");

    private static final Pattern SECONDS = Pattern.compile("\\d{1,12}");

    private static final String MAX_AGE = "max-age=";

    /** Reads the headers of a response. */
    static Freshness of(Map<String, String> headers, Duration standard, Duration longest) {
        List<String> directives = Arrays.stream(headers.getOrDefault("cache-control", "")
                        .toLowerCase(Locale.ROOT)
                        .split(","))
                .map(String::strip)
                .toList();
        if (directives.contains("no-store")) {
            return new Freshness(false, Duration.ZERO);
        }
        if (directives.contains("no-cache")) {
            return new Freshness(true, Duration.ZERO);
        }
        Duration life = directives.stream()
                .filter(directive -> directive.startsWith(MAX_AGE))
                .map(directive -> seconds(directive.substring(MAX_AGE.length()).replace("\"", "")))
                .findFirst()
                .map(maxAge -> maxAge.minus(seconds(headers.getOrDefault("age", "0"))))
                .orElse(standard);
        if (life.isNegative()) {
            return new Freshness(true, Duration.ZERO);
        }
        return new Freshness(true, life.compareTo(longest) > 0 ? longest : life);
    }

    /** A value that cannot be read counts as zero, as RFC 9111 recommends. */
    private static Duration seconds(String text) {
        return SECONDS.matcher(text).matches() ? Duration.ofSeconds(Long.parseLong(text)) : Duration.ZERO;
    }

    /** Returns the entity tag of a response; {@code null} if there is none, or it is too long or malformed. */
    static @Nullable String etag(Map<String, String> headers) {
        String etag = headers.get("etag");
        return (etag != null && ETAG.matcher(etag).matches()) ? etag : null;
    }
}
