package io.mcpclient.internal.support;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;

import static org.assertj.core.api.Assertions.assertThat;

class RecoveringFluxTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static final IllegalStateException FIRST = new IllegalStateException("first");

    private final List<Throwable> errors = new ArrayList<>();

    private Flux<String> recovering(Flux<String> source, @Nullable Flux<String> next) {
        return new RecoveringFlux<>(source, error -> {
            this.errors.add(error);
            return next;
        });
    }

    @Test
    void elementsPassUnchanged() {
        StepVerifier.create(recovering(Flux.just("one", "two"), Flux.never()))
                .expectNext("one", "two")
                .expectComplete()
                .verify(LIMIT);
        assertThat(this.errors).isEmpty();
    }

    @Test
    void errorIsReplacedOnce() {
        StepVerifier.create(recovering(Flux.error(FIRST), Flux.just("one", "two")))
                .expectNext("one", "two")
                .expectComplete()
                .verify(LIMIT);
        StepVerifier.create(recovering(Flux.error(FIRST), Flux.error(new IllegalStateException("second"))))
                .expectErrorMessage("second")
                .verify(LIMIT);
        assertThat(this.errors).containsExactly(FIRST, FIRST);
    }

    @Test
    void errorWithoutReplacementPasses() {
        StepVerifier.create(recovering(Flux.error(FIRST), null))
                .expectErrorMessage("first")
                .verify(LIMIT);
    }

    @Test
    void errorThrownByTheRecoveryFunctionIsSignalled() {
        StepVerifier.create(new RecoveringFlux<String>(Flux.error(FIRST), error -> {
                    throw new AssertionError("from onError");
                }))
                .expectErrorMessage("from onError")
                .verify(LIMIT);
    }

    @Test
    void replacementReceivesTheDemand() {
        TestPublisher<String> source = TestPublisher.create();
        TestPublisher<String> next = TestPublisher.create();
        StepVerifier.create(recovering(source.flux(), next.flux()), 2)
                .then(() -> source.error(FIRST))
                .then(() -> next.next("one", "two"))
                .expectNext("one", "two")
                .thenRequest(1)
                .then(() -> next.next("three"))
                .expectNext("three")
                .then(next::complete)
                .expectComplete()
                .verify(LIMIT);
        next.assertNoRequestOverflow();
    }

    @Test
    void cancellationReachesTheSourceAndItsReplacement() {
        TestPublisher<String> source = TestPublisher.create();
        StepVerifier.create(recovering(source.flux(), Flux.never()))
                .thenCancel()
                .verify(LIMIT);
        source.assertCancelled();

        TestPublisher<String> next = TestPublisher.create();
        TestPublisher<String> failing = TestPublisher.create();
        StepVerifier.create(recovering(failing.flux(), next.flux()))
                .then(() -> failing.error(FIRST))
                .thenCancel()
                .verify(LIMIT);
        next.assertCancelled();
    }

    @Test
    void cancelledSourceIsNotReplaced() {
        TestPublisher<String> source = TestPublisher.createNoncompliant(TestPublisher.Violation.CLEANUP_ON_TERMINATE);
        StepVerifier.create(recovering(source.flux(), Flux.never()))
                .thenCancel()
                .verify(LIMIT);

        source.error(FIRST);

        assertThat(this.errors).isEmpty();
    }

    @Test
    void errorOperatorsExposeTheirDownstreamSubscriber() {
        BaseSubscriber<String> last = new BaseSubscriber<>() {};
        assertThat(ErrorOperator.receiverOf(last)).isSameAs(last);
        assertThat(receiver(last, source -> recovering(recovering(source, null), null)))
                .isSameAs(last);
        assertThat(receiver(last, source -> new RecoveringMono<>(source.next(), Mono::error).flux()))
                .isNotSameAs(last); // another operator is in between
    }

    /** Returns the subscriber that a source behind operators signals values to. */
    private static CoreSubscriber<? super String> receiver(
            BaseSubscriber<String> last, Function<Flux<String>, Flux<String>> operators) {
        List<CoreSubscriber<? super String>> receivers = new ArrayList<>();
        Flux<String> source = new Flux<>() {
            @Override
            public void subscribe(CoreSubscriber<? super String> actual) {
                receivers.add(ErrorOperator.receiverOf(actual));
            }
        };
        operators.apply(source).subscribe(last);
        return receivers.get(0);
    }
}
