package io.mcpclient.internal.support;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** When a part is created, and how often. */
class LazyPartTests {

    private final AtomicInteger created = new AtomicInteger();

    private final LazyPart<Integer> part = new LazyPart<>(this.created::incrementAndGet);

    @Test
    void presentCreatesNothing() {
        assertThat(this.part.present()).isNull();
        assertThat(this.created).hasValue(0);
    }

    @Test
    void getCreatesThePartOnceForAllThreads() {
        Set<Integer> seen = ConcurrentHashMap.newKeySet();
        IntStream.range(0, 10_000).parallel().forEach(i -> seen.add(this.part.get()));

        assertThat(seen).containsExactly(1);
        assertThat(this.created).hasValue(1);
        assertThat(this.part.present()).isEqualTo(1);
    }

    @Test
    void getAfterAFailureTriesAgain() {
        LazyPart<Integer> failing = new LazyPart<>(() -> {
            if (this.created.incrementAndGet() == 1) {
                throw new IllegalStateException("not yet");
            }
            return this.created.get();
        });

        assertThatIllegalStateException().isThrownBy(failing::get);

        assertThat(failing.present()).isNull();
        assertThat(failing.get()).isEqualTo(2);
        assertThat(failing.get()).isEqualTo(2);
    }
}
