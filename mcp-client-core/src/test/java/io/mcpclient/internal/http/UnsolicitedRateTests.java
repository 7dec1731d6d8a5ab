package io.mcpclient.internal.http;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import io.mcpclient.testkit.VirtualTime;

import static io.mcpclient.internal.http.UnsolicitedRate.BURST;
import static io.mcpclient.internal.http.UnsolicitedRate.BYTES_PER_SECOND;
import static org.assertj.core.api.Assertions.assertThat;

class UnsolicitedRateTests {

    private final VirtualTime time = new VirtualTime();

    private final UnsolicitedRate rate = new UnsolicitedRate("weather", this.time);

    @Test
    void readingPausesBeyondTheBurstAndContinuesAtTheRate() {
        assertThat(this.rate.take(BURST)).isZero();
        assertThat(this.rate.take(BYTES_PER_SECOND / 2)).isEqualTo(Duration.ofMillis(500));

        this.time.advance(Duration.ofMillis(500));
        assertThat(this.rate.take(0)).isZero();
        this.time.advance(Duration.ofSeconds(1));
        assertThat(this.rate.take(BYTES_PER_SECOND)).isZero();
        assertThat(this.rate.take(BYTES_PER_SECOND)).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void burstIsAvailableAgainAfterALongTime() {
        this.rate.take(BURST + BYTES_PER_SECOND);

        this.time.advance(Duration.ofDays(1000));

        assertThat(this.rate.take(BURST)).isZero();
        assertThat(this.rate.take(BYTES_PER_SECOND)).isEqualTo(Duration.ofSeconds(1));
    }
}
