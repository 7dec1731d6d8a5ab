package io.mcpclient.internal.pipeline;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;
import reactor.test.scheduler.VirtualTimeScheduler;

import io.mcpclient.call.CallHandler;
import io.mcpclient.call.McpCall;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.settings.McpRetrySettings;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(30)
class RetryStageTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static final Duration FIRST_PAUSE = Duration.ofMillis(400);

    private final Generation generation = new Generation();

    private final RetryStage stage = new RetryStage(McpRetrySettings.defaults(), null, this.generation);

    private final AtomicInteger attempts = new AtomicInteger();

    private VirtualTimeScheduler time;

    @BeforeEach
    void stopTheClock() {
        this.time = VirtualTimeScheduler.getOrSet();
    }

    @AfterEach
    void startTheClock() {
        VirtualTimeScheduler.reset();
    }

    /** Fails with these, one after the other, and then succeeds. */
    private CallHandler failing(Throwable... failures) {
        Deque<Throwable> left = new ArrayDeque<>(Arrays.asList(failures));
        return call -> Mono.defer(() -> {
            this.attempts.incrementAndGet();
            Throwable next = left.poll();
            return (next != null) ? Mono.error(next) : Mono.just("answer");
        });
    }

    private Mono<Object> call(McpCall call, CallHandler next) {
        return this.stage.intercept(call, next);
    }

    @Test
    void interceptWhenCallSucceedsCallsOnce() {
        StepVerifier.create(call(Calls.read(), failing()))
                .expectNext("answer")
                .expectComplete()
                .verify(LIMIT);

        assertThat(this.attempts).hasValue(1);
        assertThat(this.stage.retries()).isZero();
    }

    // fault B05, HTM-16
    @Test
    void interceptWhenResponsesAreLostRetriesWithBackoff() {
        StepVerifier.create(call(Calls.read(), failing(Calls.lost(), Calls.lost())))
                .expectSubscription()
                .then(() -> assertThat(this.attempts).hasValue(1))
                .then(() -> this.time.advanceTimeBy(Duration.ofMillis(199)))
                .then(() -> assertThat(this.attempts).hasValue(1))
                .then(() -> this.time.advanceTimeBy(Duration.ofMillis(202)))
                .then(() -> assertThat(this.attempts).hasValue(2))
                .then(() -> this.time.advanceTimeBy(Duration.ofMillis(801)))
                .expectNext("answer")
                .expectComplete()
                .verify(LIMIT);

        assertThat(this.attempts).hasValue(3);
        assertThat(this.stage.retries()).isEqualTo(2);
    }

    // but not forever
    @Test
    void interceptWhenAllAttemptsFailFailsWithTheLast() {
        McpException last = Calls.lost();
        StepVerifier.create(call(Calls.read(), failing(Calls.lost(), Calls.lost(), last, Calls.lost())))
                .expectSubscription()
                .then(() -> this.time.advanceTimeBy(LIMIT))
                .then(() -> this.time.advanceTimeBy(LIMIT))
                .expectErrorSatisfies(error -> assertThat(error).isSameAs(last))
                .verify(LIMIT);

        assertThat(this.attempts).hasValue(3);
    }

    // promise 5: a tool may have run
    @Test
    void interceptWhenCallIsNotIdempotentDoesNotRetryAfterALostResponse() {
        StepVerifier.create(call(Calls.call("tools/call", McpCallOptions.defaults()), failing(Calls.lost())))
                .expectErrorSatisfies(
                        error -> assertThat(((McpException) error).outcome()).isEqualTo(McpOutcome.UNKNOWN))
                .verify(LIMIT);

        assertThat(this.attempts).hasValue(1);
    }

    // promise 5: that the second attempt was not sent does not mean that the first did not run
    @Test
    void interceptWhenLaterAttemptIsNotSentReportsThatAnEarlierOneMayHaveRun() {
        McpException lost = Calls.lost();
        McpException refused = Calls.failure(McpOutcome.NOT_SENT, 0, null);
        StepVerifier.create(call(Calls.read(), failing(lost, refused, refused)))
                .expectSubscription()
                .then(() -> this.time.advanceTimeBy(LIMIT))
                .then(() -> this.time.advanceTimeBy(LIMIT))
                .expectErrorSatisfies(error -> assertThat(error).isSameAs(lost))
                .verify(LIMIT);
    }

    // fault G09: the server says when, and a call of a tool that was refused may be repeated
    @Test
    void interceptWaitsForTheRetryAfterDelay() {
        McpException busy = Calls.failure(McpOutcome.REJECTED, 429, Duration.ofSeconds(7));
        StepVerifier.create(call(Calls.call("tools/call", McpCallOptions.defaults()), failing(busy)))
                .expectSubscription()
                .then(() -> this.time.advanceTimeBy(Duration.ofMillis(6_999)))
                .then(() -> assertThat(this.attempts).hasValue(1))
                .then(() -> this.time.advanceTimeBy(Duration.ofMillis(702)))
                .expectNext("answer")
                .expectComplete()
                .verify(LIMIT);
    }

    // fault G09: a huge value is cut to a minute and some jitter
    @Test
    void interceptLimitsRetryAfterToAMinute() {
        McpException busy = Calls.failure(McpOutcome.REJECTED, 503, Duration.ofDays(365));
        McpCall patient = Calls.call("tools/call", McpCallOptions.defaults(), Duration.ofMinutes(5));
        StepVerifier.create(call(patient, failing(busy)))
                .expectSubscription()
                .then(() -> this.time.advanceTimeBy(Duration.ofMillis(59_999)))
                .then(() -> assertThat(this.attempts).hasValue(1))
                .then(() -> this.time.advanceTimeBy(Duration.ofMillis(6_002)))
                .expectNext("answer")
                .expectComplete()
                .verify(LIMIT);
    }

    // fault G09: never beyond the deadline, and then at once, with what the server said
    @Test
    void interceptWhenPauseWouldExceedTheDeadlineFailsAtOnce() {
        McpException busy = Calls.failure(McpOutcome.REJECTED, 429, Duration.ofSeconds(40));
        StepVerifier.create(call(Calls.read(), failing(busy)))
                .expectErrorSatisfies(error -> assertThat(error).isSameAs(busy))
                .verify(LIMIT);

        assertThat(this.attempts).hasValue(1);
    }

    // nothing of an old call connects a client again that was disposed of
    @Test
    void interceptWhenClientWasDisposedOfDuringThePauseFails() {
        McpException lost = Calls.lost();
        StepVerifier.create(call(Calls.read(), failing(lost)))
                .expectSubscription()
                .then(this.generation::onDispose)
                .then(() -> this.time.advanceTimeBy(FIRST_PAUSE.plusMillis(1)))
                .expectErrorSatisfies(error -> assertThat(error).isSameAs(lost))
                .verify(LIMIT);

        assertThat(this.attempts).hasValue(1);
    }

    @Test
    void interceptWhenCancelledDuringThePauseDoesNotRepeat() {
        StepVerifier.create(call(Calls.read(), failing(Calls.lost())))
                .expectSubscription()
                .thenCancel()
                .verify(LIMIT);
        this.time.advanceTimeBy(LIMIT);

        assertThat(this.attempts).hasValue(1);
    }

    @Test
    void interceptWhenErrorIsNotAnMcpExceptionPassesItOn() {
        StepVerifier.create(call(Calls.read(), failing(new IllegalStateException("x"))))
                .expectErrorMessage("x")
                .verify(LIMIT);
    }
}
