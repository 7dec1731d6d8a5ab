package io.mcpclient.test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class McpTestClockTests {

    private final McpTestClock time = new McpTestClock();

    @Test
    void timersRunInTheirOrderEachAtItsTime() {
        long begin = this.time.nanoTime();
        List<String> events = new ArrayList<>();
        this.time.schedule(Duration.ofSeconds(2), () -> events.add("second after " + this.time.since(begin)));
        this.time.schedule(Duration.ofSeconds(1), () -> {
            events.add("first after " + this.time.since(begin));
            this.time.schedule(Duration.ofSeconds(2), () -> events.add("third after " + this.time.since(begin)));
        });
        this.time.schedule(Duration.ofSeconds(1), () -> events.add("cancelled")).dispose();
        Disposable ticks =
                Flux.interval(Duration.ofSeconds(2), this.time.timers()).subscribe(tick -> events.add("tick"));

        this.time.advance(Duration.ofSeconds(3));

        assertThat(events).containsExactly("first after PT1S", "second after PT2S", "tick", "third after PT3S");
        ticks.dispose();
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> this.time.awaitTimer(Duration.ofSeconds(1), Duration.ZERO))
                .withMessageContaining("No timer is due");
        assertThatIllegalArgumentException().isThrownBy(() -> this.time.advance(Duration.ofSeconds(-1)));
    }

    @Test
    void timerOfAnotherThreadIsAwaited() throws Exception {
        List<String> events = new ArrayList<>();
        this.time.schedule(Duration.ofMinutes(10), () -> events.add("far"));
        Thread other = new Thread(() -> this.time.schedule(Duration.ofSeconds(2), () -> events.add("near")));
        other.start();

        this.time.awaitTimer(Duration.ofSeconds(2)).advance(Duration.ofSeconds(2));

        assertThat(events).containsExactly("near");
        other.join();
    }
}
