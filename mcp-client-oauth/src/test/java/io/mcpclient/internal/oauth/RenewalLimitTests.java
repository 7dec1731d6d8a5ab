package io.mcpclient.internal.oauth;

import java.time.Duration;
import java.util.Objects;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;

import static org.assertj.core.api.Assertions.assertThat;

/** H05: a server that refuses whatever it gets does not make us hammer on the authorization server. */
class RenewalLimitTests {

    private static final McpException FAILURE = new McpConnectionException(
            McpErrorDetails.of("weather", "token request", McpOutcome.NOT_SENT, "connection refused"));

    private final SettableClock clock = new SettableClock();

    private final RenewalLimit limit = new RenewalLimit(this.clock, () -> 1.0);

    @ParameterizedTest(name = "{0}: {1} in a minute")
    @CsvSource({"refresh_token, 2", "client_credentials, 3", "urn:ietf:params:oauth:grant-type:jwt-bearer, 3"})
    void numberOfGrantsWithoutAUserIsLimited(String grantType, int most) {
        for (int i = 0; i < most; i++) {
            assertThat(this.limit.pass(grantType)).isNull();
            this.limit.answered();
            this.clock.advance(Duration.ofSeconds(10));
        }

        RenewalLimit.Refusal refusal = Objects.requireNonNull(this.limit.pass(grantType));
        assertThat(refusal.again()).isEqualTo(SettableClock.START.plusSeconds(60));
        assertThat(refusal.failures()).isZero();

        this.clock.advance(Duration.between(this.clock.instant(), refusal.again()));
        assertThat(this.limit.pass(grantType)).isNull();
    }

    // A token that is valid for seconds has to be renewed in seconds: that is no loop
    @Test
    void renewalsOfExpiredTokensAreNotCounted() {
        for (int i = 0; i < 20; i++) {
            assertThat(this.limit.pass("refresh_token")).isNull();
            this.limit.answered("refresh_token", this.clock.instant().plusSeconds(4));
            this.clock.advance(Duration.ofSeconds(4));
        }

        assertThat(this.limit.pass("refresh_token")).isNull();
        this.limit.answered("refresh_token", this.clock.instant().plusSeconds(4));
        assertThat(this.limit.pass("refresh_token")).isNull();
        this.limit.answered("refresh_token", this.clock.instant().plusSeconds(3600));
        assertThat(Objects.requireNonNull(this.limit.pass("refresh_token")).again())
                .isEqualTo(this.clock.instant().plusSeconds(4));
    }

    @Test
    void authorizationCodeGrantIsNeverLimited() {
        this.limit.failed("refresh_token", FAILURE);

        for (int i = 0; i < 10; i++) {
            assertThat(this.limit.pass("authorization_code")).isNull();
        }
    }

    @Test
    void serverThatFailsIsRetriedAfterIncreasingPauses() {
        Duration pause = Duration.ofMillis(500);
        for (int failures = 1; failures <= 10; failures++) {
            assertThat(this.limit.pass("refresh_token")).isNull();
            this.limit.failed("refresh_token", FAILURE);

            RenewalLimit.Refusal refusal = Objects.requireNonNull(this.limit.pass("refresh_token"));
            assertThat(refusal.failures()).isEqualTo(failures);
            assertThat(Duration.between(this.clock.instant(), refusal.again())).isEqualTo(pause);
            this.clock.advance(pause);
            pause = pause.multipliedBy(2).compareTo(Duration.ofSeconds(30)) > 0
                    ? Duration.ofSeconds(30)
                    : pause.multipliedBy(2);
        }
    }

    @Test
    void successfulResponseResetsTheBackoff() {
        this.limit.failed("refresh_token", FAILURE);
        this.limit.failed("refresh_token", FAILURE);
        this.limit.answered();

        assertThat(this.limit.pass("refresh_token")).isNull();
        this.limit.failed("refresh_token", FAILURE);
        assertThat(Objects.requireNonNull(this.limit.pass("refresh_token")).failures())
                .isEqualTo(1);
    }

    @Test
    void failuresAreNotCountedAsRenewals() {
        for (int i = 0; i < 5; i++) {
            assertThat(this.limit.pass("refresh_token")).isNull();
            this.limit.failed("refresh_token", FAILURE);
            this.limit.answered();
        }
    }

    // fault H05: it is not used again, so it is part of no loop
    @Test
    void permanentlyRejectedRefreshTokensAreNotCounted() {
        for (int i = 0; i < 5; i++) {
            assertThat(this.limit.pass("refresh_token")).isNull();
            this.limit.refusedForGood("refresh_token");
        }
    }
}
