package io.mcpclient.internal.pipeline;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ConcurrencyLimitTests {

    private final ConcurrencyLimit<ConcurrencyLimit.Waiter> limit = new ConcurrencyLimit<>(1, 3);

    private final List<String> started = new ArrayList<>();

    // promise 2: starting a call runs code of its caller, which cannot cost the others their turn
    @Test
    void releaseWhenAWaiterFailsStartsTheNextOne() {
        assertThat(this.limit.tryAcquire()).isTrue();
        assertThat(this.limit.enqueue(() -> {
                    throw new AssertionError("broken subscriber");
                }))
                .isTrue();
        assertThat(this.limit.enqueue(() -> this.started.add("second"))).isTrue();
        assertThat(this.limit.enqueue(() -> this.started.add("third"))).isTrue();

        this.limit.release();
        this.limit.release();
        this.limit.release();

        assertThat(this.started).containsExactly("second", "third");
        assertThat(this.limit.waiting()).isZero();
    }
}
