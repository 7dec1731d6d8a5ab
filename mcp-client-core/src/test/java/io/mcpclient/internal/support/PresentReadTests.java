package io.mcpclient.internal.support;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

@Timeout(30)
class PresentReadTests {

    private final List<String> order = new ArrayList<>();

    private static void onEventLoop(Runnable task) {
        Mono.fromRunnable(task).subscribeOn(Schedulers.parallel()).block(Duration.ofSeconds(20));
    }

    private void read() {
        PresentRead.atEnd(() -> this.order.add("task"));
        this.order.add("read");
    }

    @Test
    void atEndRunsTasksAfterTheRead() {
        onEventLoop(() -> PresentRead.handle(this::read));
        assertThat(this.order).containsExactly("read", "task");
    }

    @Test
    void atEndRunsTasksAfterTheOuterRead() {
        onEventLoop(() -> PresentRead.handle(() -> {
            PresentRead.handle(this::read);
            this.order.add("outer");
        }));
        assertThat(this.order).containsExactly("read", "outer", "task");
    }

    @Test
    void atEndRunsTasksAlthoughTheReadFails() {
        assertThatIllegalStateException()
                .isThrownBy(() -> onEventLoop(() -> PresentRead.handle(() -> {
                    read();
                    throw new IllegalStateException("malformed");
                })))
                .withMessage("malformed");
        assertThat(this.order).containsExactly("read", "task");
    }

    @Test
    void atEndRunsTasksImmediatelyOutsideOfReads() {
        onEventLoop(() -> {
            PresentRead.handle(() -> this.order.add("earlier"));
            read();
        });
        assertThat(this.order).containsExactly("earlier", "task", "read");
    }

    /** A thread that may block could wait for a postponed task. */
    @Test
    void atEndRunsTasksImmediatelyOnThreadsThatMayBlock() {
        PresentRead.handle(this::read);
        assertThat(this.order).containsExactly("task", "read");
    }
}
