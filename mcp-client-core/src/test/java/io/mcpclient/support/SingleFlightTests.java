package io.mcpclient.support;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import io.mcpclient.testkit.VirtualTime;

import static org.assertj.core.api.Assertions.assertThat;

class SingleFlightTests {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final SingleFlight<String> flight = new SingleFlight<>();

    private final VirtualTime time = new VirtualTime();

    // or a request that the work sends is seen before its limit counts
    @Test
    void timeLimitOfTheFirstCallerBeginsBeforeTheWork() {
        Duration limit = Duration.ofSeconds(5);

        CompletableFuture<String> result = this.flight
                .join(() -> {
                    this.time.advance(limit);
                    return Mono.never();
                })
                .timeout(limit, this.time.timers())
                .toFuture();

        assertThat(result)
                .failsWithin(LIMIT)
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(TimeoutException.class);
    }

    @Test
    void concurrentCallersShareTheWork() {
        Sinks.One<String> work = Sinks.one();
        Mono<String> join = this.flight.join(work::asMono);
        List<CompletableFuture<String>> results = List.of(join.toFuture(), join.toFuture());

        assertThat(work.currentSubscriberCount()).isOne();
        work.tryEmitValue("done");

        assertThat(results).allSatisfy(result -> assertThat(result).isCompletedWithValue("done"));
        assertThat(this.flight.isUnderWay()).isFalse();
    }

    @Test
    void workContinuesWhenTheCallerThatStartedItCancels() {
        Sinks.One<String> work = Sinks.one();
        this.flight.join(work::asMono).subscribe().dispose();
        CompletableFuture<String> second = this.flight.join(Mono::never).toFuture();

        work.tryEmitValue("done");

        assertThat(second).isCompletedWithValue("done");
    }
}
