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
        long nanos = time.nanoTime();
        Instant instant = time.instant();

        time.advance(Duration.ofMillis(1_500));

        assertThat(time.since(nanos)).isEqualTo(Duration.ofMillis(1_500));
        assertThat(Duration.between(instant, time.instant())).isEqualTo(Duration.ofMillis(1_500));
    }

    @Test
    void advanceRunsTimersInTheirOrderEachAtItsTime() {
        long begin = time.nanoTime();
        time.schedule(Duration.ofSeconds(2), () -> events.add("second at " + time.since(begin)));
        time.schedule(Duration.ofSeconds(1), () -> events.add("first at " + time.since(begin)));
        time.schedule(Duration.ofSeconds(4), () -> events.add("too late"));

        time.advance(Duration.ofSeconds(3));

        assertThat(events).containsExactly("first at PT1S", "second at PT2S");
        assertThat(time.since(begin)).isEqualTo(Duration.ofSeconds(3));
        assertThat(time.pending()).containsExactly(Duration.ofSeconds(1));
    }

    @Test
    void advanceRunsTimersThatOthersHaveSet() {
        time.schedule(Duration.ofSeconds(1), () -> time.schedule(Duration.ofSeconds(1), () -> events.add("chained")));

        time.advance(Duration.ofSeconds(2));

        assertThat(events).containsExactly("chained");
    }

    @Test
    void disposedTimersDoNotRun() {
        Disposable timer = time.schedule(Duration.ofSeconds(1), () -> events.add("cancelled"));

        timer.dispose();
        time.advance(Duration.ofSeconds(2));

        assertThat(events).isEmpty();
        assertThat(time.pending()).isEmpty();
    }

    @Test
    void tasksWithoutDelayRunAtOnceOnAnotherThread() throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        Thread own = Thread.currentThread();

        time.schedule(Duration.ZERO, () -> {
            if (Thread.currentThread() != own) {
                done.countDown();
            }
        });

        assertThat(done.await(5, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void operatorsOfReactorFollowIt() {
        time.delay(Duration.ofSeconds(1)).subscribe(tick -> events.add("delay"));
        Mono.never()
                .timeout(Duration.ofSeconds(2), Mono.just("late"), time.timers())
                .subscribe(late -> events.add("timeout"));
        Disposable ticking =
                Flux.interval(Duration.ofSeconds(3), time.timers()).subscribe(n -> events.add("tick " + n));

        time.advance(Duration.ofSeconds(7));
        ticking.dispose();
        time.advance(Duration.ofSeconds(7));

        assertThat(events).containsExactly("delay", "timeout", "tick 0", "tick 1");
        assertThat(time.pending()).isEmpty();
    }

    @Test
    void blockLetsTimePassUntilTheResultIsThere() {
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
