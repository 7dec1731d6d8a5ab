package io.mcpclient.discovery.internal;

import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** CRD-11, CRD-A11. */
class FreshnessTests {

    private static Freshness of(Map<String, String> headers) {
        return Freshness.of(headers, Duration.ofHours(1), Duration.ofHours(24));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "public, max-age=60|true|60",
                "Max-Age=\"60\"|true|60",
                "max-age=999999999999|true|86400",
                "max-age=9999999999999999999999|true|0",
                "max-age=-5|true|0",
                "max-age=x|true|0",
                "no-cache, max-age=60|true|0",
                "no-store, max-age=60|false|0",
                "public|true|3600",
                "''|true|3600"
            })
    void lifeFollowsCacheControlUpToADay(String header, boolean isStorable, long seconds) {
        assertThat(of(Map.of("cache-control", header)))
                .isEqualTo(new Freshness(isStorable, Duration.ofSeconds(seconds)));
    }

    @Test
    void ageOfTheResponseIsSubtracted() {
        assertThat(of(Map.of("cache-control", "max-age=60", "age", "40")).life())
                .isEqualTo(Duration.ofSeconds(20));
        assertThat(of(Map.of("cache-control", "max-age=60", "age", "400")).life())
                .isZero();
    }

    @Test
    void entityTagThatIsTooLongOrMalformedIsIgnored() {
        assertThat(Freshness.etag(Map.of("etag", "W/\"a1\""))).isEqualTo("W/\"a1\"");
        assertThat(Freshness.etag(Map.of("etag", "\"" + "x".repeat(1024 * 1024) + "\"")))
                .isNull();
        assertThat(Freshness.etag(Map.of("etag", "\"a\"b\""))).isNull();
        assertThat(Freshness.etag(Map.of())).isNull();
    }
}
