package io.mcpclient.internal.support;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import io.mcpclient.time.TimeSource;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(30)
class DeadlineTimerTests {

    private final DeadlineTimer timer = new DeadlineTimer(TimeSource.system());

    private static long in(Duration duration) {
        return System.nanoTime() + duration.toNanos();
    }

    @Test
    void scheduleRunsActionsInTheOrderOfTheirDeadlines() throws Exception {
        List<String> order = new CopyOnWriteArrayList<>();
        CountDownLatch done = new CountDownLatch(3);
        for (String name : List.of("c", "a", "b")) {
            this.timer.schedule(in(Duration.ofMillis(100L * (name.charAt(0) - 'a' + 1))), () -> {
                order.add(name);
                done.countDown();
            });
        }

        assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(order).containsExactly("a", "b", "c");
        assertThat(this.timer.size()).isZero();
    }

    @Test
    void cancelTakesTheActionBack() throws Exception {
        AtomicInteger ran = new AtomicInteger();
        CountDownLatch later = new CountDownLatch(1);
        DeadlineTimer.Entry entry = this.timer.schedule(in(Duration.ofMillis(50)), ran::incrementAndGet);
        this.timer.schedule(in(Duration.ofMillis(150)), later::countDown);

        this.timer.cancel(entry);
        this.timer.cancel(entry);

        assertThat(later.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(ran).hasValue(0);
    }

    static Stream<Runnable> brokenActions() {
        return Stream.of(
                () -> {
                    throw new IllegalStateException("broken action");
                },
                () -> {
                    throw new AssertionError("broken action");
                });
    }

    // promise 2: the action of one call, which runs code of its caller, cannot cost another one its deadline
    @ParameterizedTest
    @MethodSource("brokenActions")
    void scheduleWhenAnActionFailsRunsTheOthers(Runnable broken) throws Exception {
        CountDownLatch others = new CountDownLatch(2);
        long due = in(Duration.ofMillis(100));
        this.timer.schedule(due, broken);
        this.timer.schedule(due + 1, others::countDown);
        this.timer.schedule(due + TimeUnit.MILLISECONDS.toNanos(100), others::countDown);

        assertThat(others.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void scheduleForThePastRunsSoon() throws Exception {
        CountDownLatch done = new CountDownLatch(1);

        this.timer.schedule(System.nanoTime() - 1, done::countDown);

        assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
    }

    // one task at the scheduler is enough for any number of calls
    @Test
    void scheduleAndCancelOfManyLeavesNothing() {
        for (int i = 0; i < 10_000; i++) {
            this.timer.cancel(this.timer.schedule(in(Duration.ofMinutes(5)), () -> {}));
        }

        assertThat(this.timer.size()).isZero();
    }
}
