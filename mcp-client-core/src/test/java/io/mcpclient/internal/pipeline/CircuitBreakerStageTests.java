package io.mcpclient.internal.pipeline;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;

import io.mcpclient.call.McpCall;
import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpInitializationException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpRejectedException.Reason;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.error.McpSessionException;
import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.internal.pipeline.FailureTable.Health;
import io.mcpclient.settings.McpCircuitBreakerSettings;
import io.mcpclient.status.McpCircuitState;
import io.mcpclient.testkit.VirtualTime;
import io.mcpclient.time.TimeSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Fault G11: a server that fails time and again is left alone. */
@Timeout(30)
class CircuitBreakerStageTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final Generation generation = new Generation();

    private final CircuitBreakerStage stage =
            stage(McpCircuitBreakerSettings.defaults().withFailureThreshold(3));

    private CircuitBreakerStage stage(McpCircuitBreakerSettings settings) {
        return new CircuitBreakerStage("weather", settings, this.generation, TimeSource.system());
    }

    private static McpErrorDetails details(McpOutcome outcome) {
        return McpErrorDetails.of("weather", "tools/call", outcome, "broken");
    }

    private static McpException failed() {
        return Calls.failure(McpOutcome.UNKNOWN, 500, null);
    }

    static Stream<Arguments> rows() {
        return Stream.of(
                Arguments.of(new McpInitializationException(details(McpOutcome.NOT_SENT)), Health.UNKNOWN),
                Arguments.of(
                        new McpConnectionException(
                                McpErrorDetails.of("weather", "connect", McpOutcome.NOT_SENT, "not connected")),
                        Health.UNKNOWN),
                Arguments.of(Calls.failure(McpOutcome.NOT_SENT, 0, null), Health.FAILED),
                Arguments.of(Calls.lost(), Health.FAILED),
                Arguments.of(Calls.failure(McpOutcome.UNKNOWN, 408, null), Health.FAILED),
                Arguments.of(Calls.failure(McpOutcome.UNKNOWN, 500, null), Health.FAILED),
                Arguments.of(Calls.failure(McpOutcome.UNKNOWN, 502, null), Health.FAILED),
                Arguments.of(Calls.failure(McpOutcome.REJECTED, 503, null), Health.FAILED),
                Arguments.of(Calls.failure(McpOutcome.REJECTED, 429, null), Health.UNKNOWN),
                Arguments.of(Calls.failure(McpOutcome.REJECTED, 404, null), Health.ANSWERED),
                Arguments.of(
                        new McpTimeoutException(
                                details(McpOutcome.UNKNOWN), McpTimeoutException.HEADERS, Duration.ofSeconds(1)),
                        Health.FAILED),
                Arguments.of(new McpRejectedException(details(McpOutcome.NOT_SENT), Reason.OVERLOAD), Health.UNKNOWN),
                Arguments.of(new IllegalStateException("x"), Health.UNKNOWN),
                Arguments.of(
                        new McpRequestException(details(McpOutcome.ANSWERED), -32603, "no", null), Health.ANSWERED),
                Arguments.of(new McpSessionException(details(McpOutcome.REJECTED)), Health.ANSWERED),
                Arguments.of(
                        new McpAuthorizationException(details(McpOutcome.REJECTED), 401, null, List.of()),
                        Health.ANSWERED),
                Arguments.of(
                        new McpProtocolException(details(McpOutcome.UNKNOWN), McpProtocolException.Reason.LIMIT),
                        Health.ANSWERED));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void failureTableMapsErrorsToHealth(Throwable error, Health health) {
        assertThat(FailureTable.of(error)).isEqualTo(health);
    }

    private void fail(CircuitBreakerStage stage, int times, Throwable error) {
        for (int i = 0; i < times; i++) {
            StepVerifier.create(stage.intercept(Calls.read(), call -> Mono.error(error)))
                    .expectErrorSatisfies(seen -> assertThat(seen).isSameAs(error))
                    .verify(LIMIT);
        }
    }

    private static void succeed(CircuitBreakerStage stage) {
        StepVerifier.create(stage.intercept(Calls.read(), call -> Mono.just("answer")))
                .expectNext("answer")
                .expectComplete()
                .verify(LIMIT);
    }

    private static void assertRefused(CircuitBreakerStage stage, String why) {
        StepVerifier.create(stage.intercept(Calls.read(), call -> Mono.error(new AssertionError("sent"))))
                .expectErrorSatisfies(
                        error -> assertThat(error).isInstanceOfSatisfying(McpRejectedException.class, refusal -> {
                            assertThat(refusal.reason()).isEqualTo(Reason.CIRCUIT_OPEN);
                            assertThat(refusal.outcome()).isEqualTo(McpOutcome.NOT_SENT);
                            assertThat(refusal.serverName()).isEqualTo("weather");
                            assertThat(refusal).hasMessageContaining(why);
                        }))
                .verify(LIMIT);
    }

    @Test
    void interceptAfterConsecutiveFailuresRejectsTheNextCall() {
        fail(this.stage, 3, failed());

        assertThat(this.stage.state()).isEqualTo(McpCircuitState.OPEN);
        assertRefused(this.stage, "after 3 consecutive failures; the next call is permitted in ");
        assertThat(this.stage.rejected()).isEqualTo(1);
    }

    @Test
    void interceptWhenASuccessIsInBetweenKeepsTheCircuitClosed() {
        for (int i = 0; i < 4; i++) {
            fail(this.stage, 2, failed());
            succeed(this.stage);
        }

        assertThat(this.stage.state()).isEqualTo(McpCircuitState.CLOSED);
    }

    @Test
    void interceptWhenServerRespondsWithErrorsKeepsTheCircuitClosed() {
        fail(this.stage, 10, new McpRequestException(details(McpOutcome.ANSWERED), -32603, "no", null));
        fail(this.stage, 10, Calls.failure(McpOutcome.REJECTED, 429, null));

        assertThat(this.stage.state()).isEqualTo(McpCircuitState.CLOSED);
    }

    // one at a time, and what it ends with decides
    @Test
    void interceptAfterTheOpenDurationAdmitsOneTrialCall() {
        CircuitBreakerStage hasty = stage(new McpCircuitBreakerSettings(true, 3, Duration.ofMillis(50)));
        fail(hasty, 3, failed());
        awaitTrial(hasty);
        TestPublisher<Object> trial = TestPublisher.create();
        StepVerifier.create(hasty.intercept(Calls.read(), call -> trial.mono()))
                .expectSubscription()
                .then(() -> assertRefused(hasty, "a trial call is in progress"))
                .then(() -> trial.emit("answer"))
                .expectNext("answer")
                .expectComplete()
                .verify(LIMIT);

        assertThat(hasty.state()).isEqualTo(McpCircuitState.CLOSED);
        succeed(hasty);
    }

    /** Virtual time, and a wall clock that somebody sets. */
    private static final class SetClock implements TimeSource {

        private final VirtualTime time = new VirtualTime();

        private volatile Duration offset = Duration.ZERO;

        @Override
        public long nanoTime() {
            return this.time.nanoTime();
        }

        @Override
        public Instant instant() {
            return this.time.instant().plus(this.offset);
        }

        @Override
        public Scheduler timers() {
            return this.time.timers();
        }
    }

    // fault G14: neither a clock that is set forward nor one that is set back changes how long calls are rejected
    @ParameterizedTest
    @ValueSource(strings = {"PT24H", "-PT24H"})
    void interceptIgnoresWallClockChanges(Duration jump) {
        SetClock clock = new SetClock();
        CircuitBreakerStage stage = new CircuitBreakerStage(
                "weather", new McpCircuitBreakerSettings(true, 1, Duration.ofSeconds(30)), this.generation, clock);
        fail(stage, 1, failed());

        clock.offset = jump;
        clock.time.advance(Duration.ofSeconds(29));
        assertRefused(stage, "the next call is permitted in 1");
        assertThat(stage.untilTrial()).isEqualTo(Duration.ofSeconds(1));

        clock.time.advance(Duration.ofMillis(1001));
        succeed(stage);
        assertThat(stage.state()).isEqualTo(McpCircuitState.CLOSED);
    }

    private static void awaitTrial(CircuitBreakerStage stage) {
        Awaitility.await().atMost(LIMIT).until(() -> stage.untilTrial().isZero());
    }

    @Test
    void interceptWhenTrialIsCancelledAdmitsTheNext() {
        CircuitBreakerStage hasty = stage(new McpCircuitBreakerSettings(true, 1, Duration.ofMillis(50)));
        fail(hasty, 1, failed());
        awaitTrial(hasty);
        StepVerifier.create(hasty.intercept(Calls.read(), call -> Mono.never()))
                .expectSubscription()
                .thenCancel()
                .verify(LIMIT);
        assertThat(hasty.state()).isEqualTo(McpCircuitState.HALF_OPEN);

        succeed(hasty);

        assertThat(hasty.state()).isEqualTo(McpCircuitState.CLOSED);
    }

    @Test
    void interceptWhenTrialFailsReopensTheCircuit() {
        VirtualTime time = new VirtualTime();
        CircuitBreakerStage stage = new CircuitBreakerStage(
                "weather", new McpCircuitBreakerSettings(true, 1, LIMIT), this.generation, time);
        fail(stage, 1, failed());
        time.advance(LIMIT.plusMillis(1));
        fail(stage, 1, failed());

        assertThat(stage.state()).isEqualTo(McpCircuitState.OPEN);
        assertRefused(stage, "the next call is permitted in ");
    }

    // the deadline stands in front of this stage, which sees a cancellation
    @Test
    void interceptCountsTimeoutsAsFailures() {
        VirtualTime time = new VirtualTime();
        DeadlineStage deadline = new DeadlineStage(time);
        for (int i = 0; i < 3; i++) {
            McpCall call = Calls.call(time, LIMIT);
            StepVerifier.create(deadline.intercept(
                            call,
                            next -> this.stage.intercept(next, sent -> {
                                sent.progress().markSent();
                                return Mono.never();
                            })))
                    .expectSubscription()
                    .then(() -> time.advance(LIMIT))
                    .expectError(McpTimeoutException.class)
                    .verify(LIMIT);
        }

        assertThat(this.stage.state()).isEqualTo(McpCircuitState.OPEN);
    }

    @Test
    void interceptDoesNotCountCancelledCalls() {
        for (int i = 0; i < 10; i++) {
            StepVerifier.create(this.stage.intercept(Calls.read(), call -> {
                        call.progress().markSent();
                        return Mono.never();
                    }))
                    .expectSubscription()
                    .thenCancel()
                    .verify(LIMIT);
        }

        assertThat(this.stage.state()).isEqualTo(McpCircuitState.CLOSED);
    }

    // fault G02: one event breaks many calls: a server that was restarted, or slow for a moment, is not left alone for
    // that
    @Test
    void interceptCountsALostConnectionWithManyCallsOnce() {
        TestPublisher<Object> connection = TestPublisher.create();
        List<StepVerifier> calls = IntStream.range(0, 10)
                .mapToObj(i -> StepVerifier.create(this.stage.intercept(Calls.read(), call -> connection.mono()))
                        .expectError()
                        .verifyLater())
                .toList();
        connection.error(Calls.lost());
        calls.forEach(call -> call.verify(LIMIT));

        assertThat(this.stage.state()).isEqualTo(McpCircuitState.CLOSED);
        fail(this.stage, 2, Calls.lost());
        assertThat(this.stage.state()).isEqualTo(McpCircuitState.OPEN);
    }

    // a new connection resets the circuit breaker
    @Test
    void resetClosesTheCircuit() {
        fail(this.stage, 3, failed());

        this.generation.onLoss();
        this.stage.reset();

        assertThat(this.stage.state()).isEqualTo(McpCircuitState.CLOSED);
        succeed(this.stage);
    }

    @Test
    void interceptDoesNotCountLateFailuresOfALostConnection() {
        TestPublisher<Object> connection = TestPublisher.create();
        CircuitBreakerStage strict = stage(new McpCircuitBreakerSettings(true, 1, LIMIT));
        StepVerifier call = StepVerifier.create(strict.intercept(Calls.read(), next -> connection.mono()))
                .expectError()
                .verifyLater();
        this.generation.onLoss();
        strict.reset();
        connection.error(failed());
        call.verify(LIMIT);

        assertThat(strict.state()).isEqualTo(McpCircuitState.CLOSED);
    }
}
