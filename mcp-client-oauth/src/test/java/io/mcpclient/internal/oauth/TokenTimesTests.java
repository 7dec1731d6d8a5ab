package io.mcpclient.internal.oauth;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class TokenTimesTests {

    private final SettableClock clock = new SettableClock();

    // AUTH-58, H24: shortly before the end, with jitter, and a margin for clocks that differ
    @ParameterizedTest(name = "lifetime {0} s, jitter {1}, after {2} s: {3}")
    @CsvSource({
        "3600, 0.5,    0, FRESH",
        "3600, 0.5, 2879, FRESH",
        "3600, 0.5, 2880, DUE", // a fifth is left
        "3600, 0,   2880, FRESH",
        "3600, 0,   3060, DUE", // a little less
        "3600, 1,   2699, FRESH",
        "3600, 1,   2700, DUE", // a little more
        "3600, 0.5, 3589, DUE",
        "3600, 0.5, 3590, EXPIRED", // ten seconds
        "3600, 0.5, 9999, EXPIRED",
        "60,   0.5,   47, FRESH",
        "60,   0.5,   48, DUE",
        "60,   0.5,   53, DUE",
        "60,   0.5,   54, EXPIRED", // a tenth, for ten seconds would be too much
        "1,    0.5,    0, FRESH",
        "1,    0.5,    1, EXPIRED",
        "0,    0.5,    0, EXPIRED"
    })
    void freshnessDependsOnTheRemainingLifetime(long lifetime, double jitter, long passed, TokenSet.Age expected) {
        TokenSet tokens = tokens(Duration.ofSeconds(lifetime), null);
        this.clock.advance(Duration.ofSeconds(passed));

        assertThat(new TokenTimes(this.clock, jitter).age(tokens)).isEqualTo(expected);
    }

    @Test
    void earliestRenewalIsShortlyBeforeExpiry() {
        TokenSet tokens = tokens(Duration.ofHours(1), null);

        assertThat(TokenTimes.earliestRenewal(tokens)).isEqualTo(SettableClock.START.plusSeconds(2700));
    }

    // H24: with back-off
    @ParameterizedTest(name = "after {0} failures in a row: {1} ms at least, {2} ms at most")
    @CsvSource({"1, 2500, 5000", "2, 5000, 10000", "4, 20000, 40000", "5, 30000, 60000", "1000, 30000, 60000"})
    void nextAttemptBacksOffWithEachFailure(int failures, long least, long most) {
        long now = this.clock.millis();

        assertThat(new TokenTimes(this.clock, 0).nextMillis(failures) - now).isEqualTo(least);
        assertThat(new TokenTimes(this.clock, 1).nextMillis(failures) - now).isEqualTo(most);
    }

    // AUTH-59: credentials are not kept for longer than they are of use
    @Test
    void tokensWithoutRefreshTokenAreStoredUntilTheyExpire() {
        TokenTimes times = new TokenTimes(this.clock, 0);

        assertThat(times.kept(tokens(Duration.ofMinutes(5), null))).isEqualTo(Duration.ofMinutes(5));
        assertThat(times.kept(tokens(Duration.ZERO, null))).isPositive();
        assertThat(times.kept(tokens(TokenResponse.UNKNOWN_LIFETIME, null))).isEqualTo(Duration.ofDays(90));
        assertThat(times.kept(tokens(Duration.ofMinutes(5), "refresh"))).isEqualTo(Duration.ofDays(90));
    }

    private static TokenSet tokens(Duration lifetime, @Nullable String refreshToken) {
        Instant issued = SettableClock.START;
        return new TokenSet("access", false, refreshToken, List.of(), issued, issued.plus(lifetime));
    }
}
