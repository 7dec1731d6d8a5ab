package io.mcpclient.internal.era.modern;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.Disposable;

import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.internal.era.DesiredSessionState;
import io.mcpclient.support.schema.SubscriptionFilter;

import static org.assertj.core.api.Assertions.assertThat;

/** Subscribers of resource updates, and the lifetime of their subscriptions. */
@Timeout(10)
class ResourceWatchesTests {

    private static final String ONE = "test://one";

    private final DesiredSessionState desired = new DesiredSessionState(null);

    private final AtomicInteger changes = new AtomicInteger();

    private final ResourceWatches watches = new ResourceWatches("weather", this.desired, this.changes::incrementAndGet);

    private CompletableFuture<Void> watch(String uri) {
        return this.watches.watch(uri).toFuture();
    }

    private static ListenFilter asked(String... uris) {
        return new ListenFilter(false, false, false, List.of(uris));
    }

    private static SubscriptionFilter agreed(String... uris) {
        return SubscriptionFilter.none().withResourceSubscriptions(List.of(uris));
    }

    private static McpConnectionException broken() {
        return new McpConnectionException(ListenWire.details(McpOutcome.UNKNOWN));
    }

    // RES-09
    @Test
    void watchCompletesWhenTheServerHasAcknowledgedIt() {
        CompletableFuture<Void> first = watch(ONE);
        CompletableFuture<Void> second = watch(ONE);
        assertThat(this.desired.resources()).containsExactly(ONE);
        assertThat(this.changes).hasValue(2);
        assertThat(this.watches.isAwaited(ONE)).isTrue();

        this.watches.onAcknowledged(asked("test://other"), agreed("test://other"));
        assertThat(first).isNotDone();
        this.watches.onAcknowledged(asked(ONE), agreed(ONE));

        assertThat(first).isCompleted();
        assertThat(second).isCompleted();
        assertThat(watch(ONE)).as("watched already").isCompleted();
        assertThat(this.desired.resources()).containsExactly(ONE);
        assertThat(this.watches.isAwaited(ONE)).isFalse();
    }

    // SUB-05: what the server leaves out is refused, and not asked for again
    @Test
    void watchWhenNotAcknowledgedFailsAndDropsTheSubscription() {
        CompletableFuture<Void> watched = watch(ONE);
        CompletableFuture<Void> left = watch("test://two");

        this.watches.onAcknowledged(asked(ONE, "test://two"), agreed(ONE));

        assertThat(watched).isCompleted();
        assertThat(left)
                .failsWithin(Duration.ofSeconds(1))
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(McpRejectedException.class)
                .withMessageContaining("weather")
                .withMessageContaining("its acknowledgment omits it");
        assertThat(this.desired.resources()).containsExactly(ONE);
    }

    @Test
    void watchWhenTheSubscriptionIsRejectedFailsAndDropsIt() {
        this.desired.resources().add("test://before");
        CompletableFuture<Void> repeated = watch("test://before");
        CompletableFuture<Void> refused = watch(ONE);
        CompletableFuture<Void> later = watch("test://later");

        this.watches.onRefused(asked("test://before", ONE), ResourceWatchesTests::broken);

        assertThat(refused).isCompletedExceptionally();
        assertThat(repeated).isCompletedExceptionally();
        assertThat(later).isNotDone();
        assertThat(this.desired.resources())
                .as("an earlier subscription stays")
                .containsExactlyInAnyOrder("test://before", "test://later");
    }

    // a deadline, for example
    @Test
    void watchWhenAllSubscribersCancelledDropsTheSubscription() {
        Disposable first = this.watches.watch(ONE).subscribe();
        Disposable second = this.watches.watch(ONE).subscribe();

        first.dispose();
        assertThat(this.desired.resources()).containsExactly(ONE);
        second.dispose();

        assertThat(this.desired.resources()).isEmpty();
        assertThat(this.changes).hasValue(3);
        assertThat(this.watches.isAwaited(ONE)).isFalse();
    }

    @Test
    void unwatchDropsTheSubscriptionAtOnce() {
        CompletableFuture<Void> overtaken = watch(ONE);

        this.watches.unwatch(ONE).block(Duration.ofSeconds(1));

        assertThat(this.desired.resources()).isEmpty();
        assertThat(overtaken).isCompleted();
        assertThat(this.changes).hasValue(2);
    }

    @Test
    void closeFailsPendingAndLaterWatches() {
        this.desired.resources().addAll(Set.of("test://before"));
        CompletableFuture<Void> waits = watch(ONE);

        this.watches.close(broken());

        assertThat(waits).isCompletedExceptionally();
        assertThat(watch("test://late")).isCompletedExceptionally();
        assertThat(this.desired.resources()).containsExactly("test://before");
    }
}
