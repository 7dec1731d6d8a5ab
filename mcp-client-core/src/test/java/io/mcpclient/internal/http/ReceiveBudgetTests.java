package io.mcpclient.internal.http;

import org.junit.jupiter.api.Test;

import io.mcpclient.internal.support.ReceiveBudgetSpentException;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ReceiveBudgetTests {

    private static final int MB = 1024 * 1024;

    private final ReceiveBudget budget = new ReceiveBudget(4 * MB);

    // G06
    @Test
    void setBeyondTheBudgetFailsUntilAnotherLeaseIsReleased() {
        ReceiveBudget.Lease first = this.budget.lease();
        ReceiveBudget.Lease second = this.budget.lease();
        first.set(3 * MB);
        assertThatExceptionOfType(ReceiveBudgetSpentException.class)
                .isThrownBy(() -> second.set(2 * MB))
                .withMessageContaining("exceed 4194304 bytes");
        second.close();

        first.close();
        first.close();

        assertThatCode(() -> this.budget.lease().set(4 * MB)).doesNotThrowAnyException();
        assertThatExceptionOfType(ReceiveBudgetSpentException.class)
                .isThrownBy(() -> this.budget.lease().set(MB));
    }

    @Test
    void setBySoleLeaseAcceptsAnySize() {
        ReceiveBudget.Lease alone = this.budget.lease();

        assertThatCode(() -> {
                    alone.set(3 * MB);
                    alone.set(6 * MB);
                })
                .doesNotThrowAnyException();
    }

    @Test
    void setToASmallerSizeReleasesTheDifference() {
        ReceiveBudget.Lease stream = this.budget.lease();
        stream.set(4 * MB);
        stream.set(1000);

        assertThatCode(() -> this.budget.lease().set(4 * MB)).doesNotThrowAnyException();
    }

    // A call is cancelled by another thread while its answer arrives.
    @Test
    void bytesOfAClosedLeaseDoNotCount() {
        ReceiveBudget.Lease cancelled = this.budget.lease();
        cancelled.set(MB);
        cancelled.close();
        cancelled.set(3 * MB);

        assertThatCode(() -> this.budget.lease().set(4 * MB)).doesNotThrowAnyException();
    }

    @Test
    void smallMessagesDoNotCount() {
        this.budget.lease().set(4 * MB);

        assertThatCode(() -> this.budget.lease().set(64 * 1024)).doesNotThrowAnyException();
    }
}
