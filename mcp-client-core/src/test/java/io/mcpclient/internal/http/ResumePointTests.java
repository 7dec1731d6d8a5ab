package io.mcpclient.internal.http;

import java.nio.charset.StandardCharsets;
import java.time.Duration;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class ResumePointTests {

    private final ResumePoint point = new ResumePoint();

    private boolean isNew(String id, String data) {
        byte[] bytes = ("data: " + data).getBytes(StandardCharsets.UTF_8);
        return this.point.isNew(id, bytes, 6, bytes.length - 6);
    }

    // HTL-09, faults C01, C10
    @ParameterizedTest
    @CsvSource({
        "0, 100",
        "99, 100",
        "100, 100",
        "500, 500",
        "30000, 30000",
        "30001, 30000",
        "9223372036854775807, 30000"
    })
    void firstPauseIsTheRetryDelayOfTheServerWithinBounds(long asked, long millis) {
        this.point.onRetry(asked);

        assertThat(this.point.nextPause()).isEqualTo(Duration.ofMillis(millis));
    }

    // fault C01
    @Test
    void firstPauseIsOneSecondByDefault() {
        assertThat(this.point.nextPause()).isEqualTo(Duration.ofSeconds(1));
    }

    // faults C06, C24: longer from attempt to attempt, never shorter than asked for, ten at most
    @RepeatedTest(20)
    void pausesGrowUntilAttemptsAreUsedUp() {
        this.point.onRetry(200);
        assertThat(this.point.nextPause()).isEqualTo(Duration.ofMillis(200));
        for (long least = 200; least <= 200 << 8; least *= 2) {
            assertThat(this.point.nextPause())
                    .isGreaterThanOrEqualTo(Duration.ofMillis(Math.min(least, 30_000)))
                    .isLessThanOrEqualTo(Duration.ofMillis(Math.min(2 * least, 30_000)));
        }
        assertThat(this.point.nextPause()).isNull();
    }

    @Test
    void progressResetsTheBackoff() {
        for (int i = 0; i < 100; i++) {
            assertThat(this.point.nextPause()).isEqualTo(Duration.ofSeconds(1));
            this.point.onProgress();
        }
    }

    // fault C11
    @Test
    void idThatIsNotAValidHeaderValueClearsThePosition() {
        this.point.moveTo("1");
        assertThat(this.point.lastEventId()).isEqualTo("1");

        this.point.moveTo("\u0007");
        assertThat(this.point.lastEventId()).isNull();

        this.point.moveTo("two words/~");
        assertThat(this.point.lastEventId()).isEqualTo("two words/~");
    }

    // fault C07
    @Test
    void eventsAreDeduplicatedByIdAndData() {
        assertThat(isNew("1", "a")).isTrue();
        assertThat(isNew("1", "a")).isFalse();
        assertThat(isNew("1", "b")).isTrue();
        assertThat(isNew("2", "a")).isTrue();
        assertThat(isNew("2", "")).isTrue();
        assertThat(isNew("2", "")).isFalse();
    }

    // fault C07: the last 256 of them
    @Test
    void oldEventsAreForgotten() {
        for (int i = 0; i < 1000; i++) {
            assertThat(isNew("id-" + i, "data")).isTrue();
        }
        for (int i = 1000 - ResumePoint.REMEMBERED_EVENTS; i < 1000; i++) {
            assertThat(isNew("id-" + i, "data")).isFalse();
        }
        assertThat(isNew("id-" + (999 - ResumePoint.REMEMBERED_EVENTS), "data")).isTrue();
    }
}
