package io.mcpclient.internal.era.modern;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.internal.era.modern.ListenWire.Opened;
import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.jsonrpc.JsonRpcNotification;
import io.mcpclient.support.schema.SubscriptionFilter;
import io.mcpclient.testkit.Slow;
import io.mcpclient.testkit.Timed;
import io.mcpclient.testkit.VirtualTime;
import io.mcpclient.time.TimeSource;
import io.mcpclient.transport.HttpStatusException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** When a subscription is opened, replaced, reopened, and abandoned. */
@Timeout(30)
@Slow
class SubscriptionKeeperTests {

    private static final ListenFilter NOTHING = new ListenFilter(false, false, false, List.of());

    private static final ListenFilter TOOLS = new ListenFilter(true, false, false, List.of());

    private static final ListenFilter PROMPTS = new ListenFilter(false, true, false, List.of());

    private static final Duration GATHER = Duration.ofMillis(5);

    private static final Duration PAUSE = Duration.ofMillis(30);

    private final ListenWire wire = new ListenWire(true);

    private final Application owner = new Application();

    private SubscriptionKeeper keeper = keeper(false, Duration.ofSeconds(30));

    private SubscriptionKeeper keeper(boolean afterGap, Duration acknowledgment) {
        return keeper(afterGap, acknowledgment, Duration.ofMinutes(1), PAUSE, PAUSE.multipliedBy(2));
    }

    private SubscriptionKeeper keeper(boolean afterGap, Duration acknowledgment, Duration healthy, Duration pause) {
        return keeper(afterGap, acknowledgment, healthy, pause, pause.multipliedBy(10_000));
    }

    private SubscriptionKeeper keeper(
            boolean afterGap, Duration acknowledgment, Duration healthy, Duration pause, Duration longest) {
        SubscriptionTimes times = new SubscriptionTimes(acknowledgment, GATHER, healthy, pause, longest);
        return keeper(afterGap, times, TimeSource.system());
    }

    private SubscriptionKeeper keeper(boolean afterGap, SubscriptionTimes times, TimeSource time) {
        return new SubscriptionKeeper(
                "weather",
                (filter, listener) -> new Subscription(
                        this.wire.context, this.wire, this.wire.failures, this.wire.request(filter), filter, listener),
                this.owner,
                times,
                afterGap,
                time);
    }

    /** Records its callbacks. */
    private final class Application implements SubscriptionKeeper.Owner {

        volatile ListenFilter wanted = TOOLS;

        volatile Runnable whenRefused = () -> {};

        final List<String> told = new CopyOnWriteArrayList<>();

        @Override
        public ListenFilter wanted() {
            return this.wanted;
        }

        @Override
        public void onAcknowledged(ListenFilter asked, SubscriptionFilter agreed, boolean afterGap) {
            this.told.add(afterGap ? "acknowledged after a gap" : "acknowledged");
        }

        @Override
        public void onNotified(JsonRpcNotification notification) {
            this.told.add(notification.method());
        }

        @Override
        public void onRefused(ListenFilter asked, @Nullable McpException error) {
            this.told.add("refused: " + ((error != null) ? error.getClass().getSimpleName() : null));
            this.whenRefused.run();
        }

        @Override
        public void onUnsupported(McpException error) {
            this.told.add("unsupported");
        }

        @Override
        public void onLost(McpException error) {
            this.told.add("lost");
            SubscriptionKeeperTests.this.keeper.stop();
        }
    }

    @AfterEach
    void stop() {
        this.keeper.stop();
    }

    private void want(ListenFilter wanted) {
        this.owner.wanted = wanted;
        this.keeper.update();
    }

    private Opened awaitOpened(int count) {
        await().until(() -> this.wire.opened.size() >= count);
        return this.wire.opened.get(count - 1);
    }

    private Opened opened() {
        this.keeper.update();
        return awaitOpened(1).acknowledge(Map.of("toolsListChanged", true));
    }

    private static McpConnectionException broken(McpOutcome outcome) {
        return new McpConnectionException(ListenWire.details(outcome));
    }

    // SUB-02: open exactly while something is wanted
    @Test
    void updateOpensAndClosesTheSubscriptionOnDemand() {
        want(NOTHING);
        want(TOOLS);
        Opened first = awaitOpened(1).acknowledge(Map.of());
        want(NOTHING);
        await().until(() -> first.cancelled);
        want(TOOLS);
        awaitOpened(2).acknowledge(Map.of());

        assertThat(this.owner.told).containsExactly("acknowledged", "acknowledged after a gap");
    }

    @Test
    void updateWhenNothingIsRequestedAnyMoreDoesNotWaitForTheAcknowledgment() {
        want(TOOLS);
        Opened first = awaitOpened(1);
        want(NOTHING);
        await().until(() -> first.cancelled);
        want(TOOLS);
        awaitOpened(2).acknowledge(Map.of());

        assertThat(this.owner.told).containsExactly("acknowledged");
    }

    // SUB-14
    @Test
    void updateReplacesTheSubscriptionOnlyOnceTheNewOneIsAcknowledged() {
        Opened old = opened();
        want(PROMPTS);
        Opened next = awaitOpened(2);
        old.notify("notifications/tools/list_changed", Map.of());
        assertThat(old.cancelled).isFalse();

        next.acknowledge(Map.of("promptsListChanged", true));
        assertThat(old.cancelled).isTrue();
        next.notify("notifications/prompts/list_changed", Map.of());

        assertThat(this.owner.told)
                .containsExactly(
                        "acknowledged",
                        "notifications/tools/list_changed",
                        "acknowledged",
                        "notifications/prompts/list_changed");
        assertThat(next.cancelled).isFalse();
    }

    @Test
    void updateWhenChangesFollowInQuickSuccessionOpensFewSubscriptions() {
        opened();
        for (int i = 1; i <= 100; i++) {
            want(new ListenFilter(
                    true,
                    false,
                    false,
                    IntStream.range(0, i).mapToObj(n -> "test://" + n).toList()));
        }
        // The server is slow, and what changed in the meantime comes together in the one after.
        awaitOpened(2).acknowledge(Map.of());
        await().until(() -> {
            this.wire.last().acknowledgeOnce();
            return this.wire.last().params.contains("test://99");
        });

        assertThat(this.wire.opened).hasSizeLessThan(10);
        assertThat(this.wire.opened.stream().filter(one -> !one.cancelled)).containsExactly(this.wire.last());
    }

    // SUB-14: a replacement that fails costs nothing, not even a pause if nothing is left to be asked for
    @Test
    void updateWhenTheReplacementIsRejectedKeepsTheCurrentSubscription() {
        this.keeper = keeper(false, Duration.ofSeconds(30), Duration.ofMinutes(1), Duration.ofHours(1));
        Opened old = opened();
        want(PROMPTS);
        Opened next = awaitOpened(2);
        this.owner.wanted = TOOLS; // as does a refused subscription
        next.send(new JsonRpcError(next.id, -32602, "no", null));
        old.notify("notifications/tools/list_changed", Map.of());

        assertThat(old.cancelled).isFalse();
        assertThat(this.owner.told)
                .containsExactly("acknowledged", "refused: McpRequestException", "notifications/tools/list_changed");
        want(PROMPTS);
        awaitOpened(3);
    }

    // a change that was gathered earlier is due exactly when the server rejects the filter
    @Test
    void updateWhileTheOwnerRemovesWhatWasRejectedDoesNotRequestItAgain() {
        VirtualTime time = new VirtualTime();
        this.keeper = keeper(
                false, new SubscriptionTimes(PAUSE, GATHER, Duration.ofMinutes(1), PAUSE, Duration.ofHours(1)), time);
        this.keeper.update();
        time.advance(GATHER);
        this.wire.last().acknowledge(Map.of("toolsListChanged", true));
        want(PROMPTS);
        time.advance(GATHER);
        Opened rejected = this.wire.last();
        this.owner.whenRefused = () -> {
            time.advance(GATHER);
            this.owner.wanted = TOOLS;
        };
        this.keeper.update();
        rejected.send(new JsonRpcError(rejected.id, -32602, "no", null));

        assertThat(this.wire.opened).hasSize(2);
        assertThat(this.wire.opened.get(0).cancelled).isFalse();
    }

    // a pause does not reopen a subscription without subscribers
    @Test
    void updateDuringThePauseClosesASubscriptionThatIsNoLongerNeeded() {
        this.keeper = keeper(false, Duration.ofSeconds(30), Duration.ofMinutes(1), Duration.ofHours(1));
        Opened old = opened();
        want(PROMPTS);
        awaitOpened(2).fail(broken(McpOutcome.UNKNOWN));

        want(NOTHING);

        await().until(() -> old.cancelled);
        assertThat(this.wire.opened).hasSize(2);
    }

    // a long-lived stream resets the pauses
    @Test
    @Timed
    void endOfALongLivedSubscriptionRestartsTheBackoff() {
        this.keeper = keeper(false, Duration.ofSeconds(30), Duration.ZERO, PAUSE);
        long began = System.nanoTime();
        this.keeper.update();
        for (int i = 1; i <= 12; i++) {
            awaitOpened(i).acknowledge(Map.of()).end();
        }

        // Growing, the pauses would add up to more than 2 minutes.
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(10));
    }

    // SUB-11, SUB-13, fault C16: opened again after a pause, and what was missed is said
    @ParameterizedTest
    @ValueSource(strings = {"answer", "end", "broken", "error"})
    void endOfTheSubscriptionOpensTheNextAfterAPause(String ending) {
        Opened first = opened();
        long ended = System.nanoTime();
        switch (ending) {
            case "answer" -> first.answer();
            case "end" -> first.end();
            case "broken" -> first.fail(broken(McpOutcome.UNKNOWN));
            default -> first.send(new JsonRpcError(first.id, -32603, "internal", null));
        }

        awaitOpened(2);
        assertThat(Duration.ofNanos(System.nanoTime() - ended)).isGreaterThanOrEqualTo(PAUSE);
        assertThat(this.owner.told).containsExactly("acknowledged");
        this.wire.last().acknowledge(Map.of());
        assertThat(this.owner.told).containsExactly("acknowledged", "acknowledged after a gap");
    }

    @Test
    void endOfASubscriptionThatIsNoLongerNeededDoesNotReopenIt() {
        Opened first = opened();
        this.owner.wanted = NOTHING;
        first.answer();

        await().during(PAUSE.multipliedBy(5)).until(() -> this.wire.opened.size() == 1);
    }

    // fault C15: a missing acknowledgment is an end like any other, also as regards what was missed
    @Test
    void openWhenNeverAcknowledgedTriesAgain() {
        this.keeper = keeper(false, Duration.ofMillis(500));
        this.keeper.update();
        Opened first = awaitOpened(1);

        awaitOpened(2);
        await().until(() -> {
            this.wire.last().acknowledgeOnce(); // half a second after the second one, it may be the third
            return this.owner.told.contains("acknowledged after a gap");
        });

        assertThat(first.cancelled).isTrue();
        assertThat(this.owner.told)
                .startsWith("refused: McpProtocolException")
                .endsWith("acknowledged after a gap")
                .containsOnly("refused: McpProtocolException", "acknowledged after a gap")
                .containsOnlyOnce("acknowledged after a gap");
    }

    // fault C16: the feature is off for this session
    @Test
    void openWhenTheMethodIsUnknownNeverTriesAgain() {
        this.keeper.update();
        Opened first = awaitOpened(1);
        first.send(new JsonRpcError(first.id, -32601, "Method not found", null));
        want(PROMPTS);

        await().during(PAUSE.multipliedBy(5)).until(() -> this.wire.opened.size() == 1);
        assertThat(this.owner.told).containsExactly("refused: McpRequestException", "unsupported");
    }

    // fault H27: paused, and no loop
    @ParameterizedTest
    @ValueSource(ints = {401, 403})
    void openWhenCredentialsAreRefusedPauses(int status) {
        this.wire.failure = new HttpStatusException(status, "Bearer", null, null);
        long began = System.nanoTime();
        this.keeper.update();

        awaitOpened(4);
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThanOrEqualTo(PAUSE.multipliedBy(3));
        assertThat(this.owner.told)
                .startsWith("refused: " + McpAuthorizationException.class.getSimpleName())
                .doesNotContain("lost");
        this.wire.failure = null;
        await().untilAsserted(() -> {
            this.wire.last().acknowledgeOnce();
            assertThat(this.owner.told).endsWith("acknowledged after a gap");
        });
    }

    // no connection: so it is with everything else
    @Test
    void openWhenServerIsDownReportsALostConnection() {
        this.wire.failure = broken(McpOutcome.NOT_SENT);
        this.keeper.update();

        await().until(() -> this.owner.told.contains("lost"));
        await().during(PAUSE.multipliedBy(5)).until(() -> this.wire.opened.size() == 1);
    }

    @Test
    void stopEndsEverythingAtOnce() {
        Opened present = opened();
        want(PROMPTS);
        Opened next = awaitOpened(2);

        this.keeper.stop();
        want(TOOLS);

        assertThat(present.cancelled).isTrue();
        assertThat(next.cancelled).isTrue();
        await().during(PAUSE.multipliedBy(3)).until(() -> this.wire.opened.size() == 2);
        assertThat(this.owner.told).containsExactly("acknowledged");
    }

    @Test
    void stopDuringThePauseDoesNotReopen() {
        opened().answer();

        this.keeper.stop();

        await().during(PAUSE.multipliedBy(5)).until(() -> this.wire.opened.size() == 1);
    }

    @Test
    void findReturnsTheCurrentAndThePendingSubscription() {
        Opened present = opened();
        want(PROMPTS);
        Opened next = awaitOpened(2);

        assertThat(this.keeper.find(present.id.toJson())).isNotNull();
        assertThat(this.keeper.find(next.id.toJson())).isNotNull();
        assertThat(this.keeper.find("1")).isNull();
        assertThat(this.keeper.find(null)).isNull();
        next.acknowledge(Map.of());
        assertThat(this.keeper.find(present.id.toJson())).isNull();
    }

    // fault C24, and the gap that another session left behind
    @Test
    void repeatedDropsOpenOneSubscriptionAtATime() {
        this.keeper = keeper(true, Duration.ofSeconds(30));
        this.keeper.update();
        for (int i = 1; i <= 20; i++) {
            awaitOpened(i).acknowledge(Map.of()).end();
        }

        assertThat(this.owner.told).hasSize(20).containsOnly("acknowledged after a gap");
    }

    // under any concurrency: one is open in the end, and none after it
    @RepeatedTest(5)
    void concurrentUpdatesLeaveOneSubscriptionOpen() throws Exception {
        Duration hasty = Duration.ofMillis(1);
        this.keeper = keeper(false, Duration.ofSeconds(30), Duration.ofMinutes(1), hasty, hasty.multipliedBy(2));
        List<ListenFilter> filters = List.of(TOOLS, PROMPTS, NOTHING);
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            List<Future<?>> done = List.of(
                    threads.submit(() -> untilMuchHappened(i -> want(filters.get(i % 3)))),
                    threads.submit(() -> untilMuchHappened(i -> lastOrNone(Opened::acknowledgeOnce))),
                    threads.submit(() -> untilMuchHappened(i -> lastOrNone(one -> one.drop(i)))));
            for (Future<?> one : done) {
                one.get(20, TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
        }

        want(TOOLS);
        await().untilAsserted(() -> {
            lastOrNone(Opened::acknowledgeOnce);
            assertThat(open()).singleElement().satisfies(one -> assertThat(one.params)
                    .isEqualTo("{\"notifications\":{\"toolsListChanged\":true}}"));
        });
        this.keeper.stop();
        assertThat(open()).isEmpty();
    }

    private void untilMuchHappened(IntConsumer action) {
        for (int i = 0; this.wire.opened.size() < 60 && !Thread.currentThread().isInterrupted(); i++) {
            action.accept(i);
            Thread.yield();
        }
    }

    private void lastOrNone(Consumer<Opened> action) {
        if (!this.wire.opened.isEmpty()) {
            action.accept(this.wire.last());
        }
    }

    private List<Opened> open() {
        return this.wire.opened.stream()
                .filter(one -> !one.cancelled && !one.ended.get())
                .toList();
    }
}
