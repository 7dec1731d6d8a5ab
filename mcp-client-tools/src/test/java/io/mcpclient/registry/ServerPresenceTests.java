package io.mcpclient.registry;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import io.mcpclient.testkit.VirtualTime;

import static org.assertj.core.api.Assertions.assertThat;

class ServerPresenceTests {

    private static final Duration KEEP = Duration.ofMinutes(10);

    private static final Duration AWAIT = Duration.ofSeconds(5);

    private final VirtualTime time = new VirtualTime();

    private final ServerPresence presence = new ServerPresence(this.time);

    @Test
    void serverThatWasNeverAvailableIsNotRecentlyLost() {
        assertThat(this.presence.wasAvailable()).isFalse();
        this.presence.set(false);
        assertThat(this.presence.wasAvailable()).isFalse();
        assertThat(this.presence.isRecentlyLost(KEEP)).isFalse();
    }

    @Test
    void lostServerIsRecentlyLostUntilTheDurationHasPassed() {
        this.presence.set(true);
        assertThat(this.presence.isRecentlyLost(KEEP)).isFalse();
        this.presence.set(false);
        assertThat(this.presence.isRecentlyLost(KEEP)).isTrue();
        assertThat(this.presence.isRecentlyLost(Duration.ZERO)).isFalse();
        this.time.advance(KEEP.minusMillis(1));
        assertThat(this.presence.isRecentlyLost(KEEP)).isTrue();
        this.time.advance(Duration.ofMillis(1));
        assertThat(this.presence.isRecentlyLost(KEEP)).isFalse();
    }

    @Test
    void repeatedReportsOfAnOutageDoNotProlongIt() {
        this.presence.set(true);
        this.presence.set(false);
        this.time.advance(KEEP.dividedBy(2));
        this.presence.set(false);
        this.time.advance(KEEP.dividedBy(2));
        assertThat(this.presence.isRecentlyLost(KEEP)).isFalse();
    }

    @Test
    void waitStartsWithTheFirstPromptAndIsSharedByLaterOnes() {
        this.time.advance(Duration.ofHours(1));
        assertThat(this.presence.remainingWait(AWAIT)).isEqualTo(AWAIT);
        this.time.advance(Duration.ofSeconds(2));
        assertThat(this.presence.remainingWait(AWAIT)).isEqualTo(Duration.ofSeconds(3));
        this.time.advance(Duration.ofSeconds(4));
        assertThat(this.presence.remainingWait(AWAIT)).isZero();
    }

    @Test
    void serverThatWasAvailableBeforeIsNotAwaited() {
        this.presence.set(true);
        this.presence.set(false);
        assertThat(this.presence.remainingWait(AWAIT)).isZero();
    }

    @Test
    void connectAttemptsAreLimitedToOnePerSecond() {
        assertThat(this.presence.beginAttempt()).isTrue();
        assertThat(this.presence.beginAttempt()).isFalse();
        this.time.advance(Duration.ofMillis(999));
        assertThat(this.presence.beginAttempt()).isFalse();
        this.time.advance(Duration.ofMillis(1));
        assertThat(this.presence.beginAttempt()).isTrue();
    }

    @Test
    void missingServerIsReportedOnceUntilItWasAvailable() {
        assertThat(this.presence.beginReport()).isTrue();
        assertThat(this.presence.beginReport()).isFalse();
        this.presence.set(true);
        assertThat(this.presence.beginReport()).isTrue();
    }
}
