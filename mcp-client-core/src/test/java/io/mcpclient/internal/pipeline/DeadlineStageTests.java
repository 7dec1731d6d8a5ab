package io.mcpclient.internal.pipeline;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;

import io.mcpclient.call.McpCall;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.testkit.VirtualTime;

import static org.assertj.core.api.Assertions.assertThat;

class DeadlineStageTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static final Duration SHORT = Duration.ofMillis(500);

    private final VirtualTime time = new VirtualTime();

    private final DeadlineStage stage = new DeadlineStage(this.time);

    private McpCall call(Duration timeout) {
        return Calls.call(this.time, timeout);
    }

    @Test
    void interceptWhenResponseIsInTimePassesItOn() {
        StepVerifier.create(this.stage.intercept(call(LIMIT), next -> Mono.just("answer")))
                .expectNext("answer")
                .expectComplete()
                .verify(LIMIT);
        assertThat(this.stage.inFlight()).isZero();
    }

    @Test
    void interceptHonoursDemand() {
        StepVerifier.create(this.stage.intercept(call(LIMIT), next -> Mono.just("answer")), 0)
                .expectSubscription()
                .then(() -> assertThat(this.stage.inFlight()).isOne())
                .thenRequest(1)
                .expectNext("answer")
                .expectComplete()
                .verify(LIMIT);
        assertThat(this.stage.inFlight()).isZero();
    }

    @Test
    void interceptWhenCallFailsPassesTheErrorOn() {
        StepVerifier.create(this.stage.intercept(call(LIMIT), next -> Mono.error(new IllegalStateException("x"))))
                .expectErrorMessage("x")
                .verify(LIMIT);
        assertThat(this.stage.inFlight()).isZero();
    }

    // TMO-01, B14: an expired call is cancelled and leaves nothing behind
    @Test
    void interceptWhenTimedOutBeforeSendingReportsItAndCancels() {
        AtomicBoolean cancelled = new AtomicBoolean();
        Mono<Object> never = Mono.never().doOnCancel(() -> cancelled.set(true));
        StepVerifier.create(this.stage.intercept(call(SHORT), next -> never))
                .then(() -> this.time.advance(SHORT))
                .expectErrorSatisfies(
                        error -> assertThat(error).isInstanceOfSatisfying(McpTimeoutException.class, timeout -> {
                            assertThat(timeout.outcome()).isEqualTo(McpOutcome.NOT_SENT);
                            assertThat(timeout.phase()).isEqualTo("connect");
                            assertThat(timeout.remedy()).contains("the server responds", "request-timeout");
                            assertThat(timeout.timeout()).isEqualTo(SHORT);
                        }))
                .verify(LIMIT);
        assertThat(cancelled).isTrue();
        assertThat(this.stage.inFlight()).isZero();
    }

    @Test
    void interceptWhenTimedOutAfterSendingReportsThatItMayHaveRun() {
        Mono<Object> result = this.stage.intercept(call(SHORT), next -> {
            next.progress().markSent();
            return Mono.never();
        });
        StepVerifier.create(result)
                .then(() -> this.time.advance(SHORT))
                .expectErrorSatisfies(
                        error -> assertThat(error).isInstanceOfSatisfying(McpTimeoutException.class, timeout -> {
                            assertThat(timeout.outcome()).isEqualTo(McpOutcome.UNKNOWN);
                            assertThat(timeout.phase()).isEqualTo("answer");
                            assertThat(timeout.remedy()).contains("needs more time", "raise request-timeout or");
                            assertThat(timeout).hasMessageContaining("500 ms");
                        }))
                .verify(LIMIT);
    }

    // on a busy machine
    @Test
    void timeoutThatIsNoticedLateNamesTheConfiguredTime() {
        StepVerifier.create(this.stage.intercept(call(SHORT, LIMIT), next -> Mono.never()))
                .then(() -> this.time.advance(SHORT.multipliedBy(3)))
                .expectErrorSatisfies(error -> assertThat(error)
                        .isInstanceOfSatisfying(McpTimeoutException.class, timeout -> assertThat(timeout.timeout())
                                .isEqualTo(SHORT)))
                .verify(LIMIT);
    }

    // B16: an answer after the deadline is dropped
    @Test
    void interceptWhenResponseIsLateIgnoresIt() {
        TestPublisher<Object> late = TestPublisher.createNoncompliant(TestPublisher.Violation.CLEANUP_ON_TERMINATE);
        StepVerifier.create(this.stage.intercept(call(SHORT), next -> late.mono()))
                .then(() -> this.time.advance(SHORT))
                .expectError(McpTimeoutException.class)
                .verify(LIMIT);
        late.next("late");
        late.assertCancelled();
    }

    @Test
    void interceptWhenDeadlineHasPassedSendsNothing() {
        AtomicBoolean asked = new AtomicBoolean();
        McpCall tooLate = call(Duration.ofNanos(1));
        this.time.advance(Duration.ofNanos(1));
        StepVerifier.create(this.stage.intercept(tooLate, next -> {
                    asked.set(true);
                    return Mono.just("x");
                }))
                .expectErrorSatisfies(error -> assertThat(error)
                        .isInstanceOf(McpTimeoutException.class)
                        .hasMessageEndingWith(" or give the call a longer timeout."))
                .verify(LIMIT);
        assertThat(asked).isFalse();
    }

    // B15: cancellation cancels the request and its deadline
    @Test
    void interceptWhenCallerCancelsCancelsTheRequest() {
        TestPublisher<Object> pending = TestPublisher.create();
        StepVerifier.create(this.stage.intercept(call(LIMIT), next -> pending.mono()))
                .then(() -> assertThat(this.stage.inFlight()).isEqualTo(1))
                .thenCancel()
                .verify(LIMIT);
        pending.assertCancelled();
        assertThat(this.stage.inFlight()).isZero();
    }

    private McpCall call(Duration timeout, Duration longest) {
        return Calls.call(this.time, timeout, longest);
    }

    // TMO-08: while the server waits for us, only the longest time counts; afterwards the timeout restarts
    @Test
    void interceptWhenServerWaitsForTheClientPausesTheTimeout() {
        McpCall call = call(SHORT, Duration.ofSeconds(20));
        TestPublisher<Object> answer = TestPublisher.create();
        StepVerifier.create(this.stage.intercept(call, next -> answer.mono()))
                .then(call.progress()::pause)
                .then(() -> this.time.advance(SHORT.multipliedBy(2)))
                .then(call.progress()::resume)
                .then(() -> answer.emit("answer"))
                .expectNext("answer")
                .expectComplete()
                .verify(LIMIT);
        assertThat(this.stage.inFlight()).isZero();
    }

    // TMO-08, TMO-04: neither waiting for the client nor progress extends the maximum time
    @Test
    void interceptWhenMaximumTimeoutHasPassedEndsTheCall() {
        McpCall call = call(SHORT, SHORT.multipliedBy(2));
        StepVerifier.create(this.stage.intercept(call, next -> {
                    next.progress().markSent();
                    next.progress().pause();
                    next.progress().advance();
                    return Mono.never();
                }))
                .then(() -> this.time.advance(SHORT.multipliedBy(2)))
                .expectErrorSatisfies(
                        error -> assertThat(error).isInstanceOfSatisfying(McpTimeoutException.class, timeout -> {
                            assertThat(timeout.timeout()).isGreaterThanOrEqualTo(Duration.ofMillis(990));
                            assertThat(timeout.phase()).isEqualTo("total");
                            assertThat(timeout.remedy()).contains("raise request-timeout-max");
                        }))
                .verify(LIMIT);
        assertThat(this.stage.inFlight()).isZero();
    }

    // TMO-03
    @Test
    void interceptWhenProgressArrivesExtendsTheTimeout() {
        McpCall call = call(SHORT.multipliedBy(2), Duration.ofSeconds(20));
        TestPublisher<Object> answer = TestPublisher.create();
        StepVerifier.create(this.stage.intercept(call, next -> answer.mono()))
                .expectSubscription()
                .then(() -> this.time.advance(SHORT))
                .then(call.progress()::advance)
                .then(() -> this.time.advance(SHORT))
                .then(call.progress()::advance)
                .then(() -> this.time.advance(SHORT))
                .then(() -> answer.emit("answer"))
                .expectNext("answer")
                .expectComplete()
                .verify(LIMIT);
    }

    // late activity, or activity after the end, does not revive the call
    @Test
    void activityAfterCompletionSchedulesNothing() {
        McpCall call = call(LIMIT, Duration.ofSeconds(20));
        StepVerifier.create(this.stage.intercept(call, next -> Mono.just("answer")))
                .expectNext("answer")
                .expectComplete()
                .verify(LIMIT);
        call.progress().advance();
        assertThat(this.stage.inFlight()).isZero();
    }
}
