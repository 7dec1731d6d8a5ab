package io.mcpclient.internal.connection;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Hooks;
import reactor.test.publisher.TestPublisher;

import io.mcpclient.internal.era.EraSession;

import static org.assertj.core.api.Assertions.assertThat;

class BeginningTests {

    private final List<Throwable> dropped = new ArrayList<>();

    private final TestPublisher<EraSession> work =
            TestPublisher.createNoncompliant(TestPublisher.Violation.CLEANUP_ON_TERMINATE);

    @AfterEach
    void resetHooks() {
        Hooks.resetOnErrorDropped();
    }

    // as when a client is closed while the connection is refused: Reactor would log an error with a stack trace
    @Test
    void failureAfterTheWorkWasGivenUpIsNotReported() {
        Hooks.onErrorDropped(this.dropped::add);
        Beginning beginning = new Beginning();
        beginning.run(this.work.mono());

        beginning.giveUp();
        this.work.error(new IllegalStateException("connection refused"));

        this.work.assertCancelled();
        assertThat(this.dropped).isEmpty();
    }
}
