package io.mcpclient.internal.inbound;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.testkit.VirtualTime;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class BoundedExecutorTests {

    private final List<Integer> done = new CopyOnWriteArrayList<>();

    private Mono<Void> work(int number) {
        return Mono.fromRunnable(() -> this.done.add(number));
    }

    @Test
    void offerRunsTasksInOrderAndRejectsThoseBeyondTheQueue() {
        BoundedExecutor executor = new BoundedExecutor(1, 2);
        Sinks.Empty<Void> first = Sinks.empty();

        assertThat(executor.offer(first.asMono())).isNotNull();
        assertThat(executor.offer(work(1))).isNotNull();
        assertThat(executor.offer(work(2))).isNotNull();
        assertThat(executor.offer(work(3))).isNull();
        assertThat(this.done).isEmpty();

        first.tryEmitEmpty();
        assertThat(this.done).containsExactly(1, 2);
        assertThat(executor.offer(work(4))).isNotNull();
        assertThat(this.done).containsExactly(1, 2, 4);
    }

    // work that ends at once is run in a loop, not each from within the one before
    @Test
    void offerWithALongQueueDoesNotOverflowTheStack() {
        BoundedExecutor executor = new BoundedExecutor(1, 100_000);
        AtomicInteger count = new AtomicInteger();
        Sinks.Empty<Void> first = Sinks.empty();
        executor.offer(first.asMono());
        IntStream.range(0, 100_000).forEach(i -> executor.offer(Mono.fromRunnable(count::incrementAndGet)));

        first.tryEmitEmpty();

        assertThat(count).hasValue(100_000);
    }

    @Test
    void offerAfterAFailedTaskContinues() {
        BoundedExecutor executor = new BoundedExecutor(1, 0);
        executor.offer(Mono.error(new IllegalStateException("x")));
        executor.offer(work(1));

        assertThat(this.done).containsExactly(1);
    }

    // from several threads: every permit is released
    @Test
    void disposeWhileTasksStartAndEndReleasesEveryPermit() throws Exception {
        BoundedExecutor executor = new BoundedExecutor(2, 1000);
        CountDownLatch finished = new CountDownLatch(4);
        for (int thread = 0; thread < 4; thread++) {
            Schedulers.boundedElastic().schedule(() -> {
                for (int i = 0; i < 2000; i++) {
                    Mono<Void> work =
                            (i % 3 == 0) ? Mono.never() : Mono.<Void>empty().subscribeOn(Schedulers.parallel());
                    @Nullable Disposable place = executor.offer(work);
                    if (place != null) {
                        place.dispose();
                    }
                }
                finished.countDown();
            });
        }
        finished.await();

        Objects.requireNonNull(executor.offer(work(1)));
        Objects.requireNonNull(executor.offer(work(2)));
        assertThat(this.done).containsExactly(1, 2);
    }

    @Test
    void closeDiscardsQueuedTasks() {
        BoundedExecutor executor = new BoundedExecutor(1, 2);
        Sinks.Empty<Void> first = Sinks.empty();
        executor.offer(first.asMono());
        executor.offer(work(1));
        executor.close();
        first.tryEmitEmpty();

        assertThat(executor.offer(work(2))).isNull();
        assertThat(this.done).isEmpty();
    }

    // people may let all handlers wait for minutes: who waits behind them learns that soon
    @Test
    void offerWhenNoHandlerCompletesRejectsTheQueue() {
        VirtualTime time = new VirtualTime();
        BoundedExecutor executor = BoundedExecutor.ofHandlers(1, 3, time);
        List<Integer> rejected = new CopyOnWriteArrayList<>();
        Sinks.Empty<Void> first = Sinks.empty();
        Sinks.Empty<Void> second = Sinks.empty();
        executor.offer(first.asMono(), 0, () -> rejected.add(0));
        executor.offer(second.asMono(), 0, () -> rejected.add(1));
        executor.offer(work(2), 0, () -> rejected.add(2));
        Disposable cancelled = executor.offer(work(3), 0, () -> rejected.add(3));

        time.advance(Duration.ofMillis(4999));
        first.tryEmitEmpty();
        Objects.requireNonNull(cancelled).dispose();
        time.advance(Duration.ofSeconds(5));
        assertThat(rejected).isEmpty();

        time.advance(Duration.ofSeconds(5));
        assertThat(rejected).containsExactly(2);
        second.tryEmitEmpty();
        assertThat(this.done).isEmpty();
        executor.offer(work(4));
        assertThat(this.done).containsExactly(4);
    }
}
