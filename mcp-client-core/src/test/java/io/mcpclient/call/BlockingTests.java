package io.mcpclient.call;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;
import reactor.test.publisher.TestPublisher;
import reactor.util.context.Context;

import io.mcpclient.error.McpCancelledException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(30)
class BlockingTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final Blocking blocking = new Blocking("weather", Context::empty);

    private final List<Throwable> dropped = new CopyOnWriteArrayList<>();

    @AfterEach
    void reset() {
        Hooks.resetOnErrorDropped();
    }

    @Test
    void awaitReturnsTheValue() {
        assertThat(this.blocking.await("tools/call", Mono.just("sunny"), LIMIT)).isEqualTo("sunny");
    }

    // fault B15
    @Test
    void awaitWhenInterruptedDoesNotDropALateError() {
        TestPublisher<String> operation =
                TestPublisher.createNoncompliant(TestPublisher.Violation.CLEANUP_ON_TERMINATE);
        Hooks.onErrorDropped(this.dropped::add);

        Mono<String> interrupting =
                operation.mono().doOnSubscribe(begun -> Thread.currentThread().interrupt());
        assertThatThrownBy(() -> this.blocking.await("tools/call", interrupting, LIMIT))
                .isInstanceOf(McpCancelledException.class);
        assertThat(Thread.interrupted()).isTrue();
        operation.assertCancelled();
        operation.error(new IllegalStateException("late"));

        assertThat(this.dropped).isEmpty();
    }
}
