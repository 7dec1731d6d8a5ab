package io.mcpclient.testkit;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

@Timeout(30)
class VirtualTimeTests {

    private final VirtualTime time = new VirtualTime();

    private final List<String> events = new ArrayList<>();

    @Test
    void clocksStandStillUntilTimeIsAdvanced() {
        long nanos = this.time.nanoTime();
        Instant instant = this.time.instant();

        this.time.advance(Duration.ofMillis(1_500));

        assertThat(this.time.since(nanos)).isEqualTo(Duration.ofMillis(1_500));
        assertThat(Duration.between(instant, this.time.instant())).isEqualTo(Duration.ofMillis(1_500));
    }

    @Test
    void advanceRunsTimersInTheirOrderEachAtItsTime() {
        long begin = this.time.nanoTime();
        this.time.schedule(Duration.ofSeconds(2), () -> this.events.add("second at " + this.time.since(begin)));
        this.time.schedule(Duration.ofSeconds(1), () -> this.events.add("first at " + this.time.since(begin)));
        this.time.schedule(Duration.ofSeconds(4), () -> this.events.add("too late"));

        this.time.advance(Duration.ofSeconds(3));

        assertThat(this.events).containsExactly("first at PT1S", "second at PT2S");
        assertThat(this.time.since(begin)).isEqualTo(Duration.ofSeconds(3));
        assertThat(this.time.pending()).containsExactly(Duration.ofSeconds(1));
    }

    @Test
    void elapseAdvancesTimeOnceTheConditionIsMetAndReturnsTheResult() {
        CountDownLatch asked = new CountDownLatch(1);
        long begin = this.time.nanoTime();

        Duration waited = this.time.elapse(
                Duration.ofHours(1),
                () -> {
                    CountDownLatch over = new CountDownLatch(1);
                    this.time.schedule(Duration.ofMinutes(1), over::countDown);
                    asked.countDown();
                    awaitOpen(over);
                    return this.time.since(begin);
                },
                () -> awaitOpen(asked));

        assertThat(waited).isBetween(Duration.ofMinutes(1), Duration.ofHours(1));
        assertThatIllegalStateException()
                .isThrownBy(() -> this.time.elapse(
                        Duration.ZERO,
                        () -> {
                            throw new IllegalStateException("failed");
                        },
                        () -> {}))
                .withMessage("failed");
    }

    private static void awaitOpen(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
    }

    @Test
    void advanceRunsTimersScheduledByOtherTimers() {
        this.time.schedule(
                Duration.ofSeconds(1),
                () -> this.time.schedule(Duration.ofSeconds(1), () -> this.events.add("chained")));

        this.time.advance(Duration.ofSeconds(2));

        assertThat(this.events).containsExactly("chained");
    }

    @Test
    void disposedTimersDoNotRun() {
        Disposable timer = this.time.schedule(Duration.ofSeconds(1), () -> this.events.add("cancelled"));

        timer.dispose();
        this.time.advance(Duration.ofSeconds(2));

        assertThat(this.events).isEmpty();
        assertThat(this.time.pending()).isEmpty();
    }

    @Test
    void tasksWithoutDelayRunAtOnceOnAnotherThread() throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        Thread own = Thread.currentThread();

        this.time.schedule(Duration.ZERO, () -> {
            if (Thread.currentThread() != own) {
                done.countDown();
            }
        });

        assertThat(done.await(5, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void reactorOperatorsUseVirtualTime() {
        this.time.delay(Duration.ofSeconds(1)).subscribe(tick -> this.events.add("delay"));
        Mono.never()
                .timeout(Duration.ofSeconds(2), Mono.just("late"), this.time.timers())
                .subscribe(late -> this.events.add("timeout"));
        Disposable ticking =
                Flux.interval(Duration.ofSeconds(3), this.time.timers()).subscribe(n -> this.events.add("tick " + n));

        this.time.advance(Duration.ofSeconds(7));
        ticking.dispose();
        this.time.advance(Duration.ofSeconds(7));

        assertThat(this.events).containsExactly("delay", "timeout", "tick 0", "tick 1");
        assertThat(this.time.pending()).isEmpty();
    }

    @Test
    void blockAdvancesTimeUntilTheResultIsAvailable() {
        long start = this.time.nanoTime();

        Long result = this.time.block(this.time.delay(Duration.ofHours(1)).then(this.time.delay(Duration.ofHours(2))));

        assertThat(result).isZero();
        assertThat(this.time.since(start)).isEqualTo(Duration.ofHours(3));
        assertThat(this.time.pending()).isEmpty();
    }

    @Test
    void blockThrowsTheErrorOfTheResult() {
        Mono<Object> failing = this.time.delay(Duration.ofHours(1)).then(Mono.error(new IllegalStateException("over")));

        assertThatIllegalStateException()
                .isThrownBy(() -> this.time.block(failing))
                .withMessage("over");
    }
}
