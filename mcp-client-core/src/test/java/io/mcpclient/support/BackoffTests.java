package io.mcpclient.support;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

class BackoffTests {

    private static Backoff backoff() {
        return Backoff.exponential(Duration.ofMillis(500), 2, Duration.ofSeconds(60));
    }

    private static List<Long> pauses(Backoff backoff, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> backoff.next().toMillis())
                .toList();
    }

    // each pause lies between the undisturbed one and that times the multiplier, and never above the maximum
    @Test
    void nextGrowsWithinItsBounds() {
        List<Long> pauses = pauses(backoff(), 12);
        for (int i = 0; i < pauses.size(); i++) {
            long undisturbed = Math.min(60_000, 500L << i);
            assertThat(pauses.get(i)).isBetween(undisturbed, Math.min(60_000, undisturbed * 2));
        }
        assertThat(pauses.get(11)).isEqualTo(60_000);
    }

    // G10: many clients do not return at the same moment
    @Test
    void nextDiffersFromClientToClient() {
        Set<Long> first = new HashSet<>();
        IntStream.range(0, 50).forEach(i -> first.add(backoff().next().toMillis()));
        assertThat(first).hasSizeGreaterThan(10);
    }

    @Test
    void resetRestartsTheIntervals() {
        Backoff backoff = backoff();
        pauses(backoff, 8);
        backoff.reset();
        assertThat(backoff.next().toMillis()).isBetween(500L, 1000L);
    }

    // Spring Retry would sleep for these two hours
    @Test
    @Timeout(5)
    void nextReturnsTheDelayWithoutSleeping() {
        assertThat(pauses(backoff(), 120).get(119)).isEqualTo(60_000);
    }
}
