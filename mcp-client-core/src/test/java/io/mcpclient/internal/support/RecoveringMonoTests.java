package io.mcpclient.internal.support;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;

import static org.assertj.core.api.Assertions.assertThat;

class RecoveringMonoTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final AtomicInteger errors = new AtomicInteger();

    private Mono<String> recovering(Mono<String> source, Mono<String> next) {
        return new RecoveringMono<>(source, error -> {
            this.errors.incrementAndGet();
            return next;
        });
    }

    @Test
    void valueIsPassedOn() {
        StepVerifier.create(recovering(Mono.just("one"), Mono.never()))
                .expectNext("one")
                .expectComplete()
                .verify(LIMIT);
        assertThat(this.errors).hasValue(0);
    }

    @Test
    void valueWaitsForDemand() {
        for (Mono<String> source : List.<Mono<String>>of(Mono.just("one"), Mono.error(new IllegalStateException()))) {
            StepVerifier.create(recovering(source, Mono.just("one")), 0)
                    .expectSubscription()
                    .thenRequest(1)
                    .expectNext("one")
                    .expectComplete()
                    .verify(LIMIT);
        }
    }

    @Test
    void emptySourceCompletes() {
        StepVerifier.create(recovering(Mono.empty(), Mono.never()))
                .expectComplete()
                .verify(LIMIT);
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
    }

    @Test
    void errorThrownByACallbackIsSignalled() {
        StepVerifier.create(new RecoveringMono<String>(Mono.error(new IllegalStateException("first")), error -> {
                    throw new AssertionError("from onError");
                }))
                .expectErrorMessage("from onError")
                .verify(LIMIT);
    }

    @Test
    void otherWorkFollowsSomeValues() {
        for (String value : List.of("one", "two")) {
            Mono<String> followed = new RecoveringMono<>(
                    Mono.just(value), first -> first.equals("one") ? Mono.just("after") : null, Mono::error);
            StepVerifier.create(followed, 0)
                    .expectSubscription()
                    .thenRequest(1)
                    .expectNext(value.equals("one") ? "after" : "two")
                    .expectComplete()
                    .verify(LIMIT);
        }
        StepVerifier.create(new RecoveringMono<>(
                        Mono.just("one"), value -> Mono.error(new IllegalStateException("after")), Mono::error))
                .expectErrorMessage("after")
                .verify(LIMIT);
        TestPublisher<String> next = TestPublisher.create();
        StepVerifier.create(new RecoveringMono<>(Mono.just("one"), value -> next.mono(), Mono::error), 0)
                .thenRequest(1)
                .then(next::assertWasSubscribed)
                .thenCancel()
                .verify(LIMIT);
        next.assertCancelled();
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
