package io.mcpclient.internal.connection;

import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpInitializationException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpSessionException;
import io.mcpclient.support.Backoff;
import io.mcpclient.testkit.VirtualTime;

import static org.assertj.core.api.Assertions.assertThat;

/** Who has to wait after what, on a clock of our own: A12, D07, D11, D17, E04, G10. */
class ReconnectsTests {

    private static final Duration SHORT = Duration.ofMillis(100);

    private static final McpErrorDetails DETAILS =
            McpErrorDetails.of("weather", "tools/call", McpOutcome.REJECTED, "gone");

    private static final McpException SESSION = new McpSessionException(DETAILS);

    private static final McpException CONNECTION = new McpConnectionException(DETAILS);

    private final VirtualTime time = new VirtualTime();

    private final Reconnects reconnects = new Reconnects(new Doubling(), this.time);

    /** 1 s, 2 s, 4 s, without chance. */
    private static final class Doubling implements Backoff {

        private int count;

        @Override
        public Duration next() {
            return Duration.ofSeconds(1L << this.count++);
        }

        @Override
        public void reset() {
            this.count = 0;
        }
    }

    private Reconnects.Pause loss(McpException cause) {
        this.reconnects.connected();
        return this.reconnects.afterLoss(cause, SHORT);
    }

    private void pass(int seconds) {
        this.time.advance(Duration.ofSeconds(seconds));
    }

    @Test
    void firstTwoLossesCauseNoPause() {
        assertThat(loss(SESSION)).isEqualTo(new Reconnects.Pause(Duration.ZERO, Duration.ZERO, false));
        assertThat(loss(SESSION)).isEqualTo(new Reconnects.Pause(Duration.ZERO, Duration.ZERO, false));
    }

    // faults D07, D11
    @Test
    void thirdLossWithinAMinuteHoldsCallsForOneSecond() {
        loss(SESSION);
        pass(20);
        loss(SESSION);
        pass(20);

        assertThat(loss(SESSION)).isEqualTo(new Reconnects.Pause(Duration.ofSeconds(1), Duration.ofSeconds(1), true));
        pass(1);
        assertThat(loss(SESSION)).isEqualTo(new Reconnects.Pause(Duration.ofSeconds(2), Duration.ofSeconds(1), true));
        pass(2);
        assertThat(loss(SESSION)).isEqualTo(new Reconnects.Pause(Duration.ofSeconds(4), Duration.ofSeconds(1), true));
    }

    @Test
    void infrequentLossesCauseNoPause() {
        for (int i = 0; i < 5; i++) {
            assertThat(loss(SESSION).holdsCalls()).isFalse();
            pass(31);
        }
    }

    // faults A12, D17: one that only fails is held as well, and not blamed on sessions
    @Test
    void consecutiveFailuresHoldCallsToo() {
        assertThat(this.reconnects.afterFailure(CONNECTION).holdsCalls()).isFalse();
        assertThat(this.reconnects.afterFailure(CONNECTION).holdsCalls()).isFalse();
        assertThat(this.reconnects.afterFailure(CONNECTION))
                .isEqualTo(new Reconnects.Pause(Duration.ofSeconds(1), Duration.ofSeconds(1), false));
    }

    // faults A01, A06, A12: after any failure, calls notice soon that the server is back or that a user has agreed
    @ParameterizedTest
    @MethodSource("failures")
    void failuresHoldCallsForOneSecondOfThePause(McpException failure) {
        for (int i = 0; i < 4; i++) {
            this.reconnects.afterFailure(failure);
        }

        assertThat(this.reconnects.afterFailure(failure))
                .isEqualTo(new Reconnects.Pause(Duration.ofSeconds(4), Duration.ofSeconds(1), false));
    }

    static List<McpException> failures() {
        return List.of(
                new McpInitializationException(DETAILS.withCause(
                        new McpConnectionException(DETAILS.withCause(new ConnectException("Connection refused"))))),
                new McpAuthorizationException(DETAILS, 401, null, List.of()),
                new McpInitializationException(DETAILS),
                CONNECTION);
    }

    // fault D11: a session may be lost within the handshake
    @Test
    void handshakeFailureCausedByALostSessionCountsAsSessionLoss() {
        McpException failure = new McpInitializationException(DETAILS.withCause(SESSION));
        loss(SESSION);
        this.reconnects.afterFailure(failure);

        assertThat(this.reconnects.afterFailure(failure).sessionsLost()).isTrue();
    }

    @Test
    void mixedLossesAreNotAttributedToSessions() {
        loss(SESSION);
        loss(CONNECTION);

        assertThat(loss(SESSION)).isEqualTo(new Reconnects.Pause(Duration.ofSeconds(1), Duration.ofSeconds(1), false));
    }

    @Test
    void connectingResetsFailuresButNotLosses() {
        loss(SESSION);
        this.reconnects.afterFailure(CONNECTION);
        this.reconnects.afterFailure(CONNECTION);
        this.reconnects.connected();

        assertThat(this.reconnects.afterLoss(SESSION, SHORT).holdsCalls()).isFalse();
        assertThat(loss(SESSION).holdsCalls()).isTrue();
    }

    @Test
    void stableConnectionResetsEverything() {
        loss(SESSION);
        loss(SESSION);
        loss(SESSION);
        this.reconnects.connected();

        assertThat(this.reconnects.afterLoss(SESSION, Reconnects.HEALTHY))
                .isEqualTo(new Reconnects.Pause(Duration.ZERO, Duration.ZERO, false));
    }

    @Test
    void minuteWithoutAttemptsResetsEverything() {
        this.reconnects.afterFailure(CONNECTION);
        this.reconnects.afterFailure(CONNECTION);
        this.reconnects.afterFailure(CONNECTION);
        pass(62);

        assertThat(this.reconnects.afterFailure(CONNECTION).holdsCalls()).isFalse();
    }

    // fault G10: automatic attempts pause from the first failure on
    @Test
    void connectionForACallBacksOffFromTheSecondFailure() {
        this.reconnects.want();

        assertThat(loss(CONNECTION)).isEqualTo(new Reconnects.Pause(Duration.ZERO, Duration.ZERO, false));
        assertThat(this.reconnects.afterFailure(CONNECTION))
                .isEqualTo(new Reconnects.Pause(Duration.ofSeconds(1), Duration.ZERO, false));
        assertThat(this.reconnects.afterFailure(CONNECTION))
                .isEqualTo(new Reconnects.Pause(Duration.ofSeconds(2), Duration.ofSeconds(1), false));
    }

    // fault A01: an attempt that fails at once, before it is even noted down that it was scheduled
    @Test
    void attemptScheduledWithinAnAttemptIsExecuted() throws InterruptedException {
        this.reconnects.want();
        for (int i = 0; i < 5_000; i++) {
            CountDownLatch second = new CountDownLatch(1);
            this.reconnects.schedule(Duration.ZERO, () -> this.reconnects.schedule(Duration.ZERO, second::countDown));

            assertThat(second.await(10, TimeUnit.SECONDS)).as("round %d", i).isTrue();
        }
    }
}
