package io.mcpclient.internal.pipeline;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.call.CallHandler;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpRejectedException.Reason;
import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.testkit.VirtualTime;
import io.mcpclient.time.TimeSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Faults G01, G02, G06: only so many calls at once, a bounded queue behind them, nothing lost on the way. */
@Timeout(60)
class ConcurrencyStageTests {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final ConcurrencyStage stage = stage(2, 3, LIMIT);

    private final List<Sinks.One<Object>> answers = new CopyOnWriteArrayList<>();

    /** Answers when the test says so. */
    private final CallHandler server = call -> Mono.defer(() -> {
        Sinks.One<Object> answer = Sinks.one();
        this.answers.add(answer);
        return answer.asMono();
    });

    private static ConcurrencyStage stage(int places, int waiting, Duration acquireTimeout) {
        return new ConcurrencyStage("weather", places, waiting, acquireTimeout, TimeSource.system());
    }

    private static CompletableFuture<Object> call(ConcurrencyStage stage, CallHandler next) {
        return stage.intercept(Calls.read(), next).toFuture();
    }

    private List<CompletableFuture<Object>> calls(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> call(this.stage, this.server))
                .toList();
    }

    private static McpException failure(CompletableFuture<Object> call) {
        assertThat(call).failsWithin(LIMIT);
        return (McpException) call.handle((result, error) -> error).join();
    }

    private void assertIdle(ConcurrencyStage stage) {
        assertThat(stage.running()).isZero();
        assertThat(stage.waiting()).isZero();
    }

    @Test
    void interceptWhenAllPermitsAreTakenQueuesInOrder() {
        List<CompletableFuture<Object>> calls = calls(5);
        assertThat(this.answers).hasSize(2);
        assertThat(this.stage.running()).isEqualTo(2);
        assertThat(this.stage.waiting()).isEqualTo(3);

        for (int i = 0; i < 5; i++) {
            this.answers.get(i).tryEmitValue(i);
            assertThat(calls.get(i)).isCompletedWithValue(i);
        }

        assertIdle(this.stage);
    }

    // fault G01
    @Test
    void interceptWhenQueueIsFullRejectsAtOnce() {
        List<CompletableFuture<Object>> calls = calls(6);

        McpException failure = failure(calls.get(5));

        assertThat(failure).isInstanceOfSatisfying(McpRejectedException.class, refusal -> assertThat(refusal.reason())
                .isEqualTo(Reason.OVERLOAD));
        assertThat(failure.outcome()).isEqualTo(McpOutcome.NOT_SENT);
        assertThat(failure).hasMessageContaining("2 calls are in flight and 3 are queued");
        assertThat(this.stage.rejected()).isEqualTo(1);
        assertThat(calls.subList(0, 5)).noneMatch(CompletableFuture::isDone);
    }

    // fault G01: the error of a call that waited too long names the reason
    @Test
    void interceptWhenNoPermitIsReleasedInTimeRejects() {
        ConcurrencyStage hasty = stage(1, 3, Duration.ofMillis(50));
        call(hasty, this.server);

        McpException failure = failure(call(hasty, this.server));

        assertThat(failure).hasMessageContaining("no free slot among 1 concurrent calls within 50 ms");
        assertThat(hasty.waiting()).isZero();
        this.answers.get(0).tryEmitValue("answer");
        assertIdle(hasty);
    }

    // TMO-01: the deadline of a call counts while it waits, and says for what
    @Test
    void interceptWhenDeadlinePassesInTheQueueReportsThatItWasNotSent() {
        ConcurrencyStage single = stage(1, 3, LIMIT);
        call(single, this.server);
        VirtualTime time = new VirtualTime();
        CompletableFuture<Object> late = new DeadlineStage(time)
                .intercept(Calls.call(time, LIMIT), next -> single.intercept(next, this.server))
                .toFuture();

        time.advance(LIMIT);

        McpException failure = failure(late);

        assertThat(failure).isInstanceOfSatisfying(McpTimeoutException.class, timeout -> assertThat(timeout.phase())
                .isEqualTo(McpTimeoutException.ACQUIRE));
        assertThat(failure.remedy()).contains("max-concurrent-requests");
        assertThat(failure.outcome()).isEqualTo(McpOutcome.NOT_SENT);
        assertThat(single.waiting()).isZero();
        assertThat(this.answers).hasSize(1);
    }

    @Test
    void interceptWhenAQueuedCallIsCancelledAdmitsTheNext() {
        List<CompletableFuture<Object>> running = calls(2);
        Disposable cancelled = this.stage.intercept(Calls.read(), this.server).subscribe();
        CompletableFuture<Object> next = call(this.stage, this.server);

        cancelled.dispose();
        this.answers.get(0).tryEmitValue("first");
        this.answers.get(2).tryEmitValue("next");

        assertThat(running.get(0)).isCompletedWithValue("first");
        assertThat(next).isCompletedWithValue("next");
        assertThat(this.stage.running()).isEqualTo(1);
    }

    @Test
    void interceptWhenRunningCallIsCancelledReleasesItsPermit() {
        Disposable running = this.stage.intercept(Calls.read(), this.server).subscribe();
        calls(2);
        assertThat(this.answers).hasSize(2);

        running.dispose();

        assertThat(this.answers).hasSize(3);
    }

    @Test
    void refuseWaitingRejectsQueuedCalls() {
        List<CompletableFuture<Object>> calls = calls(4);

        this.stage.refuseWaiting();

        assertThat(failure(calls.get(2))).hasMessageContaining("the client was closed while the call was queued");
        assertThat(failure(calls.get(3)))
                .isInstanceOfSatisfying(McpRejectedException.class, refusal -> assertThat(refusal.reason())
                        .isEqualTo(Reason.CLOSED));
        assertThat(calls.get(0)).isNotDone();
        assertThat(this.stage.waiting()).isZero();
    }

    // calls that end at once do not pile up on the stack of the one that frees the place
    @Test
    void interceptWhenThousandsOfQueuedCallsFailAtOnceEndsAll() {
        ConcurrencyStage single = stage(1, 20_000, LIMIT);
        CompletableFuture<Object> first = call(single, this.server);
        AtomicInteger failed = new AtomicInteger();
        CallHandler broken = call -> Mono.error(Calls.lost());
        for (int i = 0; i < 20_000; i++) {
            single.intercept(Calls.read(), broken).subscribe(null, error -> failed.incrementAndGet());
        }

        this.answers.get(0).tryEmitValue("answer");

        assertThat(first).isCompletedWithValue("answer");
        await().atMost(LIMIT).until(() -> failed.get() == 20_000);
        assertIdle(single);
    }

    // under any concurrency: no permit is lost or issued twice, and every waiter ends
    @Test
    void interceptUnderConcurrentCallsAndCancellationsLosesNoPermit() throws Exception {
        ConcurrencyStage busy = stage(4, 100_000, Duration.ofSeconds(30));
        AtomicInteger atOnce = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CallHandler slow = call -> Mono.defer(() -> {
                    most.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
                    return Mono.<Object>just("answer")
                            .delayElement(
                                    Duration.ofNanos(ThreadLocalRandom.current().nextInt(500_000)));
                })
                .doOnNext(answer -> atOnce.decrementAndGet())
                .doOnCancel(atOnce::decrementAndGet);
        int threads = 8;
        CountDownLatch done = new CountDownLatch(threads);
        List<CompletableFuture<Object>> kept = new CopyOnWriteArrayList<>();
        for (int t = 0; t < threads; t++) {
            Schedulers.boundedElastic().schedule(() -> {
                List<Disposable> cancelled = new ArrayList<>();
                for (int i = 0; i < 500; i++) {
                    if (i % 3 == 0) {
                        cancelled.add(busy.intercept(Calls.read(), slow).subscribe());
                    } else {
                        kept.add(call(busy, slow));
                    }
                    if (i % 50 == 0) {
                        cancelled.forEach(Disposable::dispose);
                        cancelled.clear();
                    }
                }
                cancelled.forEach(Disposable::dispose);
                done.countDown();
            });
        }

        assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
        for (CompletableFuture<Object> call : kept) {
            assertThat(answerOf(call)).isEqualTo("answer");
        }
        await().atMost(LIMIT).until(() -> busy.running() == 0);
        assertIdle(busy);
        assertThat(most.get()).isBetween(1, 4);
    }

    private static Object answerOf(CompletableFuture<Object> call) throws ExecutionException, InterruptedException {
        try {
            return call.get(30, TimeUnit.SECONDS);
        } catch (java.util.concurrent.TimeoutException ex) {
            throw new AssertionError("waits without end", ex);
        }
    }
}
