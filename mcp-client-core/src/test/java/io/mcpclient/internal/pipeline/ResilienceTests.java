package io.mcpclient.internal.pipeline;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

import io.mcpclient.call.CallHandler;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.call.McpInterceptor;
import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.settings.McpCircuitBreakerSettings;
import io.mcpclient.settings.McpClientSettings;
import io.mcpclient.settings.McpLimitSettings;
import io.mcpclient.settings.McpRetrySettings;
import io.mcpclient.settings.McpTimeoutSettings;
import io.mcpclient.status.McpCircuitState;
import io.mcpclient.status.McpResilienceStatus;
import io.mcpclient.time.TimeSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** All stages together. */
@Timeout(60)
class ResilienceTests {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private static Resilience resilience(McpRetrySettings retry, McpCircuitBreakerSettings breaker, int places) {
        McpClientSettings settings = McpClientSettings.defaults()
                .withRetry(retry)
                .withCircuitBreaker(breaker)
                .withLimits(McpLimitSettings.defaults()
                        .withMaxConcurrentRequests(places)
                        .withMaxQueuedRequests(100_000))
                .withTimeouts(McpTimeoutSettings.defaults().withAcquire(LIMIT));
        return new Resilience("weather", settings, null, TimeSource.system());
    }

    private static List<McpInterceptor> stages(Resilience resilience) {
        return Stream.of(
                        resilience.deadline(),
                        resilience.retry(),
                        resilience.circuitBreaker(),
                        resilience.concurrency())
                .filter(Objects::nonNull)
                .toList();
    }

    private static Resilience defaults() {
        return resilience(McpRetrySettings.defaults(), McpCircuitBreakerSettings.defaults(), 64);
    }

    // fault B14: ten thousand that time out, running or waiting, leave nothing behind
    @Test
    void stagesAfterTenThousandTimeoutsRetainNothing() {
        Resilience resilience = defaults();
        AtomicInteger cancelled = new AtomicInteger();
        AtomicInteger sent = new AtomicInteger();
        CallHandler silent = call -> Mono.never()
                .doOnSubscribe(start -> {
                    sent.incrementAndGet();
                    call.progress().markSent();
                })
                .doOnCancel(cancelled::incrementAndGet);
        CallHandler chain = CallChain.of(stages(resilience), silent);

        StepVerifier.create(Flux.range(0, 10_000)
                        .flatMap(
                                n -> chain.handle(Calls.call(
                                                "tools/call", McpCallOptions.defaults(), Duration.ofMillis(200)))
                                        .then(Mono.just(false))
                                        .onErrorResume(McpTimeoutException.class, late -> Mono.just(true)),
                                10_000)
                        .all(late -> late))
                .expectNext(true)
                .expectComplete()
                .verify(LIMIT);

        await().atMost(LIMIT).until(() -> resilience.status().running() == 0);
        assertThat(resilience.status().waiting()).isZero();
        assertThat(resilience.inFlight()).isZero();
        assertThat(cancelled).hasValue(sent.get());
        assertThat(resilience.status().circuit()).isEqualTo(McpCircuitState.CLOSED);
    }

    @Test
    void stagesAreOmittedWhenSwitchedOff() {
        assertThat(stages(defaults())).hasSize(4);
        assertThat(stages(resilience(McpRetrySettings.none(), McpCircuitBreakerSettings.disabled(), 1)))
                .hasSize(2);
    }

    @Test
    void statusBeforeAnyCallHasZeroCounts() {
        assertThat(defaults().status()).isEqualTo(new McpResilienceStatus(McpCircuitState.CLOSED, 0, 0, 0, 0));
    }

    // a connection loss may end before it is reported; failures before it are still discarded
    @Test
    void onStatusWithANewConnectionDiscardsFailuresOfTheOldOne() {
        Resilience strict = resilience(
                McpRetrySettings.none(), McpCircuitBreakerSettings.defaults().withFailureThreshold(1), 1);
        CallHandler broken = CallChain.of(stages(strict), call -> Mono.error(Calls.lost()));
        strict.onStatus(false, false);
        strict.onStatus(true, false);
        StepVerifier.create(broken.handle(Calls.read())).expectError().verify(LIMIT);
        assertThat(strict.status().circuit()).isEqualTo(McpCircuitState.OPEN);

        strict.onStatus(false, false);

        assertThat(strict.status().circuit()).isEqualTo(McpCircuitState.CLOSED);
    }

    // a place is held by an attempt, not by the pause after it
    @Test
    void callWaitingForItsRetryDoesNotHoldAPermit() {
        Resilience single = resilience(
                McpRetrySettings.defaults().withIntervals(Duration.ofSeconds(20), 2, Duration.ofSeconds(20)),
                McpCircuitBreakerSettings.disabled(),
                1);
        CallHandler broken = CallChain.of(stages(single), call -> Mono.error(Calls.lost()));
        CallHandler healthy = CallChain.of(stages(single), call -> Mono.just("answer"));
        var waiting = broken.handle(Calls.call("ping", McpCallOptions.defaults(), Duration.ofMinutes(5)))
                .subscribe(null, error -> {});

        StepVerifier.create(healthy.handle(Calls.read()))
                .expectNext("answer")
                .expectComplete()
                .verify(LIMIT);
        waiting.dispose();
        assertThat(single.status().running()).isZero();
    }
}
