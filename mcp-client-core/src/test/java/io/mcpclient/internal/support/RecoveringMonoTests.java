package io.mcpclient.internal.support;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;

import static org.assertj.core.api.Assertions.assertThat;

class RecoveringMonoTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final List<String> values = new ArrayList<>();

    private final AtomicInteger errors = new AtomicInteger();

    private Mono<String> recovering(Mono<String> source, Mono<String> next) {
        return new RecoveringMono<>(source, this.values::add, error -> {
            this.errors.incrementAndGet();
            return next;
        });
    }

    @Test
    void valueIsReportedBeforeTheSubscriberReceivesIt() {
        StepVerifier.create(recovering(Mono.just("one"), Mono.never()))
                .expectNextMatches(value -> this.values.equals(List.of(value)))
                .expectComplete()
                .verify(LIMIT);
        assertThat(this.errors).hasValue(0);
    }

    @Test
    void valueWaitsForDemand() {
        for (Mono<String> source : List.<Mono<String>>of(Mono.just("one"), Mono.error(new IllegalStateException()))) {
            StepVerifier.create(recovering(source, Mono.just("one")), 0)
                    .expectSubscription()
                    .then(() -> assertThat(this.values).isEmpty())
                    .thenRequest(1)
                    .expectNext("one")
                    .expectComplete()
                    .verify(LIMIT);
            this.values.clear();
        }
    }

    @Test
    void emptySourceCompletes() {
        StepVerifier.create(recovering(Mono.empty(), Mono.never()))
                .expectComplete()
                .verify(LIMIT);
        assertThat(this.values).isEmpty();
    }

    @Test
    void errorIsReplacedOnce() {
        StepVerifier.create(recovering(Mono.error(new IllegalStateException("first")), Mono.just("two")))
                .expectNext("two")
                .expectComplete()
                .verify(LIMIT);
        StepVerifier.create(recovering(
                        Mono.error(new IllegalStateException("first")),
                        Mono.error(new IllegalStateException("second"))))
                .expectErrorMessage("second")
                .verify(LIMIT);
        assertThat(this.errors).hasValue(2);
        assertThat(this.values).isEmpty();
    }

    @Test
    void errorThrownByACallbackIsSignalled() {
        StepVerifier.create(new RecoveringMono<>(
                        Mono.just("one"),
                        value -> {
                            throw new AssertionError("from onValue");
                        },
                        Mono::error))
                .expectErrorMessage("from onValue")
                .verify(LIMIT);
        StepVerifier.create(new RecoveringMono<String>(Mono.error(new IllegalStateException("first")), null, error -> {
                    throw new AssertionError("from onError");
                }))
                .expectErrorMessage("from onError")
                .verify(LIMIT);
    }

    @Test
    void cancellationReachesTheSourceAndItsReplacement() {
        TestPublisher<String> source = TestPublisher.create();
        StepVerifier.create(recovering(source.mono(), Mono.never()))
                .thenCancel()
                .verify(LIMIT);
        source.assertCancelled();

        TestPublisher<String> next = TestPublisher.create();
        StepVerifier.create(recovering(Mono.error(new IllegalStateException("first")), next.mono()))
                .thenCancel()
                .verify(LIMIT);
        next.assertCancelled();
    }

    @Test
    void workThatFollowsACancelledSourceIsNotStarted() {
        TestPublisher<String> source = TestPublisher.createNoncompliant(TestPublisher.Violation.CLEANUP_ON_TERMINATE);
        TestPublisher<String> next = TestPublisher.create();
        StepVerifier.create(recovering(source.mono(), next.mono()))
                .then(source::assertSubscribers)
                .thenCancel()
                .verify(LIMIT);
        source.error(new IllegalStateException("late"));
        next.assertNoRequestOverflow();
        assertThat(next.subscribeCount() == 0 || next.wasCancelled()).isTrue();
    }
}
