package io.mcpclient.internal.pipeline;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.test.StepVerifier;

import io.mcpclient.call.CallHandler;
import io.mcpclient.call.CallProgress;
import io.mcpclient.call.Deadline;
import io.mcpclient.call.McpCall;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.schema.PaginatedParams;
import io.mcpclient.support.BackgroundWork;
import io.mcpclient.time.TimeSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Who passes the gate, who waits at it, and what becomes of those that take too long. Fault G08. */
@Timeout(20)
class DrainGateTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final DrainGate gate = new DrainGate(LIMIT.multipliedBy(2), TimeSource.system());

    private final Sinks.One<Object> answer = Sinks.one();

    private final CallHandler server = call -> this.answer.asMono();

    private static McpCall call() {
        return call(null, LIMIT);
    }

    private static McpCall call(@Nullable Object params, Duration timeout) {
        return new McpCall(
                "weather",
                "tools/call",
                params,
                Object.class,
                McpCallOptions.defaults(),
                Deadline.after(timeout),
                new CallProgress());
    }

    @Test
    void interceptWhenOpenPassesResponsesAndErrorsOn() {
        StepVerifier.create(this.gate.intercept(call(), next -> Mono.just("answer")))
                .expectNext("answer")
                .expectComplete()
                .verify(LIMIT);
        StepVerifier.create(this.gate.intercept(call(), next -> Mono.error(new IllegalStateException("x"))))
                .expectErrorMessage("x")
                .verify(LIMIT);
        StepVerifier.create(this.gate.intercept(call(), next -> Mono.empty()))
                .expectComplete()
                .verify(LIMIT);
        assertThat(this.gate.underWay()).isZero();
    }

    @Test
    void interceptWhenHandlerThrowsReleasesTheCall() {
        StepVerifier.create(this.gate.intercept(call(), next -> {
                    throw new IllegalStateException("thrown");
                }))
                .expectErrorMessage("thrown")
                .verify(LIMIT);
        assertThat(this.gate.underWay()).isZero();
    }

    @Test
    void interceptWhenCancelledCancelsAndReleasesTheCall() {
        AtomicBoolean cancelled = new AtomicBoolean();
        Mono<Object> never = Mono.never().doOnCancel(() -> cancelled.set(true));
        StepVerifier.create(this.gate.intercept(call(), next -> never))
                .thenCancel()
                .verify(LIMIT);
        assertThat(cancelled).isTrue();
        assertThat(this.gate.underWay()).isZero();
    }

    @Test
    void closeWhenNoCallIsInFlightCompletesAtOnce() {
        StepVerifier.create(this.gate.close()).expectComplete().verify(LIMIT);
        StepVerifier.create(this.gate.close()).expectComplete().verify(LIMIT);
    }

    @Test
    void closeWhenCallIsInFlightCompletesAfterItsResponse() {
        CompletableFuture<Object> result =
                this.gate.intercept(call(), this.server).toFuture();
        CompletableFuture<Void> closed = this.gate.close().toFuture();
        assertThat(closed).isNotDone();
        this.answer.tryEmitValue("answer");
        assertThat(result).isCompletedWithValue("answer");
        assertThat(closed).succeedsWithin(LIMIT);
    }

    @Test
    void interceptWhenClosingRejectsCallsBeforeTheyAreSent() {
        CompletableFuture<Object> first =
                this.gate.intercept(call(), this.server).toFuture();
        CompletableFuture<Void> closed = this.gate.close().toFuture();
        StepVerifier.create(this.gate.intercept(call(), this.server))
                .expectErrorSatisfies(
                        error -> assertThat(error).isInstanceOfSatisfying(McpRejectedException.class, refusal -> {
                            assertThat(refusal.reason()).isEqualTo(McpRejectedException.Reason.CLOSED);
                            assertThat(refusal.outcome()).isEqualTo(McpOutcome.NOT_SENT);
                            assertThat(refusal.operation()).isEqualTo("tools/call");
                            assertThat(refusal).hasMessageContaining("weather");
                        }))
                .verify(LIMIT);
        this.answer.tryEmitValue("answer");
        assertThat(first).isCompletedWithValue("answer");
        assertThat(closed).succeedsWithin(LIMIT);
    }

    // promise 5: each one learns whether it may have been executed
    @Test
    void closeWhenCallsTakeTooLongFailsThemWithTheirOutcomes() {
        DrainGate impatient = new DrainGate(Duration.ofMillis(100), TimeSource.system());
        McpCall sent = call();
        sent.progress().markSent();
        AtomicBoolean cancelled = new AtomicBoolean();
        CompletableFuture<Object> executing = impatient
                .intercept(sent, next -> Mono.never().doOnCancel(() -> cancelled.set(true)))
                .toFuture();
        CompletableFuture<Object> waiting =
                impatient.intercept(call(), next -> Mono.never()).toFuture();
        StepVerifier.create(impatient.close()).expectComplete().verify(LIMIT);
        assertThat(executing)
                .failsWithin(LIMIT)
                .withThrowableThat()
                .havingCause()
                .isInstanceOfSatisfying(McpConnectionException.class, failure -> assertThat(failure.outcome())
                        .isEqualTo(McpOutcome.UNKNOWN));
        assertThat(waiting)
                .failsWithin(LIMIT)
                .withThrowableThat()
                .havingCause()
                .isInstanceOfSatisfying(McpRejectedException.class, failure -> assertThat(failure.outcome())
                        .isEqualTo(McpOutcome.NOT_SENT));
        assertThat(cancelled).isTrue();
        assertThat(impatient.underWay()).isZero();
    }

    @Test
    void closeWhenTheDrainTimeoutIsZeroFailsCallsAtOnce() {
        DrainGate impatient = new DrainGate(Duration.ZERO, TimeSource.system());
        CompletableFuture<Object> waiting =
                impatient.intercept(call(), next -> Mono.never()).toFuture();
        impatient.close().subscribe();
        assertThat(waiting).isCompletedExceptionally();
    }

    @Test
    void pauseWhenReopenedAdmitsWaitingCalls() {
        CompletableFuture<Object> first =
                this.gate.intercept(call(), this.server).toFuture();
        CompletableFuture<Void> paused = this.gate.pause().toFuture();
        CompletableFuture<Object> second =
                this.gate.intercept(call(), next -> Mono.just("second")).toFuture();
        assertThat(second).isNotDone();
        this.answer.tryEmitValue("first");
        assertThat(first).isCompletedWithValue("first");
        assertThat(paused).succeedsWithin(LIMIT);
        assertThat(second).isNotDone();
        this.gate.reopen();
        assertThat(second).succeedsWithin(LIMIT).isEqualTo("second");
    }

    // promise 2: a call that waits during a drain waits no longer than its deadline
    @Test
    void pauseWhenDeadlinePassesLeavesTheCallToTheDeadline() {
        this.gate.pause().subscribe();
        DeadlineStage deadline = new DeadlineStage(TimeSource.system());
        StepVerifier.create(this.gate.intercept(
                        call(null, Duration.ofMillis(100)), call -> deadline.intercept(call, this.server)))
                .expectErrorSatisfies(error -> assertThat(error).hasMessageContaining("100 ms"))
                .verify(LIMIT);
    }

    @Test
    void closeWhenPausedRejectsWaitingCalls() {
        this.gate.pause().subscribe();
        CompletableFuture<Object> waiting =
                this.gate.intercept(call(), this.server).toFuture();
        this.gate.close().subscribe();
        this.gate.reopen();
        assertThat(waiting)
                .failsWithin(LIMIT)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(McpRejectedException.class);
    }

    @Test
    void closeWhenAListIsBeingReadAdmitsItsRemainingPages() {
        DrainGate gate = this.gate;
        Mono<Object> list = gate.intercept(call(PaginatedParams.first(), LIMIT), this.server)
                .flatMap(first -> gate.intercept(call(PaginatedParams.of("2"), LIMIT), next -> Mono.just("second")));
        CompletableFuture<Object> result = list.toFuture();
        CompletableFuture<Void> closed = gate.close().toFuture();
        this.answer.tryEmitValue("first");
        assertThat(result).isCompletedWithValue("second");
        assertThat(closed).succeedsWithin(LIMIT);
    }

    @Test
    void closeWhenOnlyBackgroundWorkIsInFlightCompletesAtOnce() {
        CompletableFuture<Object> background =
                BackgroundWork.of(this.gate.intercept(call(), this.server)).toFuture();
        StepVerifier.create(this.gate.close()).expectComplete().verify(LIMIT);
        assertThat(background).isNotDone();
        StepVerifier.create(BackgroundWork.of(this.gate.intercept(call(), this.server)))
                .expectError(McpRejectedException.class)
                .verify(LIMIT);
    }

    // closing and entering synchronize only through two fields
    @Test
    void closeWhileManyCallsEnterConcurrentlyLosesNone() {
        for (int round = 0; round < 200; round++) {
            DrainGate fresh = new DrainGate(LIMIT.multipliedBy(2), TimeSource.system());
            Sinks.One<Object> late = Sinks.one();
            List<CompletableFuture<Object>> calls = List.of(
                    CompletableFuture.supplyAsync(() -> fresh.intercept(call(), next -> late.asMono()))
                            .thenCompose(Mono::toFuture),
                    CompletableFuture.supplyAsync(() -> fresh.intercept(call(), next -> late.asMono()))
                            .thenCompose(Mono::toFuture));
            CompletableFuture<Void> closed =
                    CompletableFuture.supplyAsync(fresh::close).thenCompose(Mono::toFuture);
            late.tryEmitValue("answer");
            calls.forEach(call -> call.exceptionally(refused -> refused).join());
            assertThat(closed).succeedsWithin(LIMIT);
            assertThat(fresh.underWay()).isZero();
        }
    }
}
