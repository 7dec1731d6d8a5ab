package io.mcpclient.registry;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

import ch.qos.logback.classic.Level;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.core.publisher.Sinks;
import reactor.test.scheduler.VirtualTimeScheduler;

import io.mcpclient.McpClient;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.handler.McpChangeListener;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.support.Loggers;
import io.mcpclient.testkit.CapturedLog;
import io.mcpclient.testkit.SchedulerTime;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.testkit.ScriptedModernServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** When a list is read, in virtual time; the server is connected in real time, and its lists are answered at once. */
@Timeout(60)
class CatalogSyncScheduleTests {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private static final Duration SECOND = Duration.ofSeconds(1);

    private static final Duration STEP = Duration.ofMillis(100);

    private static final Duration TICK = Duration.ofMillis(10);

    private static final McpConnectionException FAILURE = new McpConnectionException(
            McpErrorDetails.of("changing", McpMethods.TOOLS_LIST, McpOutcome.UNKNOWN, "the backend is down"));

    private final VirtualTimeScheduler time = VirtualTimeScheduler.create();

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    private final ScriptedModernServer modern = ScriptedHttpServer.modern();

    private final McpClient client = client(this.server);

    private final List<Duration> reads = new ArrayList<>();

    private final AtomicInteger changes = new AtomicInteger();

    private Supplier<Mono<Integer>> answer = Mono::empty;

    private @Nullable Runnable changed;

    private final CatalogSync<Integer> followed =
            new CatalogSync<>(this.client, listing(), this.changes::incrementAndGet, new SchedulerTime(this.time));

    @RegisterExtension
    final CapturedLog log = CapturedLog.of(Loggers.TOOLS).at(Level.INFO);

    private static McpClient client(ScriptedHttpServer server) {
        return McpClient.builder("changing")
                .url(server.url())
                .timeouts(timeouts -> timeouts.withConnect(LIMIT))
                .build();
    }

    private Listing<Integer> listing() {
        return new Listing<>(
                "tools",
                List.of(McpMethods.TOOLS_LIST),
                0,
                capabilities -> true,
                client -> Mono.defer(() -> {
                    this.reads.add(now());
                    return this.answer.get();
                }),
                whenChanged -> {
                    this.changed = whenChanged;
                    return new McpChangeListener() {};
                },
                client -> Listing.Memory.none());
    }

    @BeforeEach
    void connect() {
        this.client.session().connect();
    }

    private void follow(Supplier<Mono<Integer>> answer) {
        this.answer = answer;
        this.followed.follow();
    }

    @AfterEach
    void close() {
        this.followed.unfollow();
        this.client.close();
        this.server.close();
        this.modern.close();
        this.time.dispose();
    }

    private Duration now() {
        return Duration.ofNanos(this.time.now(TimeUnit.NANOSECONDS));
    }

    /** In small steps, because a task sees the time that its step ends at. */
    private void pass(Duration duration) {
        Duration rest = duration;
        while (rest.compareTo(STEP) > 0) {
            this.time.advanceTimeBy(STEP);
            rest = rest.minus(STEP);
        }
        this.time.advanceTimeBy(rest);
    }

    private void change() {
        assertThat(this.changed).isNotNull();
        this.changed.run();
    }

    private List<String> lines(Level level) {
        return this.log.messages(level);
    }

    @Test
    void theListIsReadAtOnceAndThenOnlyOnDemand() {
        follow(() -> Mono.just(1));
        assertThat(this.reads).hasSize(1);
        assertThat(this.followed.view().known()).isEqualTo(1);

        pass(Duration.ofDays(1));
        assertThat(this.reads).hasSize(1);
    }

    // fault F35: however many reasons there are to read a list that fails, there is one next attempt
    @Test
    void whileTheListFailsOneRetryIsScheduledAtATime() {
        follow(() -> Mono.error(FAILURE));
        for (int i = 0; i < 10; i++) {
            this.followed.refresh();
            change();
            pass(SECOND);
        }
        this.reads.clear();
        pass(Duration.ofMinutes(10));

        // By then the pause is a minute, or somewhat shorter while it grows.
        assertThat(this.reads).hasSizeBetween(5, 16);
        this.reads.clear();
        pass(Duration.ofHours(1));
        assertThat(this.reads).hasSizeBetween(25, 61);
    }

    // a server that declares tools and does not know their list has none, until it announces some
    @Test
    void anUnknownListMethodMeansAnEmptyListWithoutRetries() {
        McpRequestException unknown = new McpRequestException(
                McpErrorDetails.of(
                        "changing",
                        McpMethods.TOOLS_LIST,
                        McpOutcome.ANSWERED,
                        "the server responded with error -32601: Method not found"),
                -32601,
                "Method not found",
                null);
        follow(() -> Mono.error(unknown));
        pass(Duration.ofHours(1));
        this.followed.refresh();
        pass(SECOND);

        assertThat(this.reads).hasSize(2);
        assertThat(this.followed.view().available()).isTrue();
        assertThat(this.followed.missing()).isNull();
        assertThat(lines(Level.WARN))
                .containsExactly(
                        "MCP server \"changing\": it declares tools but does not list them (the server responded with"
                                + " error -32601: Method not found); none are offered");

        this.answer = () -> Mono.just(1);
        change();
        pass(SECOND);
        assertThat(this.followed.view().known()).isEqualTo(1);
    }

    // fault F19: requests to a server that announces changes while its list fails are throttled, and so is the log
    @Test
    void changesWhileTheListFailsAreThrottledAndLoggedOnce() {
        follow(() -> Mono.error(FAILURE));
        pass(Duration.ofMinutes(5));
        this.reads.clear();
        for (int i = 0; i < 1_000; i++) {
            change();
            pass(Duration.ofMillis(100));
        }

        assertThat(this.reads).hasSizeBetween(9, 11);
        for (int i = 1; i < this.reads.size(); i++) {
            assertThat(this.reads.get(i).minus(this.reads.get(i - 1))).isGreaterThanOrEqualTo(Duration.ofSeconds(10));
        }
        assertThat(lines(Level.WARN)).hasSize(1);
        assertThat(lines(Level.WARN).get(0))
                .startsWith("MCP server \"changing\": tools/list: the backend is down (retrying to list its tools in ");

        pass(Duration.ofMinutes(9));
        assertThat(lines(Level.WARN)).hasSize(2); // a reminder
    }

    @Test
    void recoveryIsLoggedAndTheNextFailureIsLoggedAgain() {
        follow(() -> Mono.error(FAILURE));
        pass(Duration.ofMinutes(1));
        int failed = this.reads.size();
        this.answer = () -> Mono.just(2);
        pass(Duration.ofMinutes(2));

        assertThat(this.followed.view()).isEqualTo(new CatalogSync.View<>(2, true, true, false));
        assertThat(lines(Level.INFO))
                .containsExactly(
                        "MCP server \"changing\": listing its tools succeeded after " + failed + " failed attempts");
        this.reads.clear();
        pass(Duration.ofHours(1));
        assertThat(this.reads).isEmpty();

        this.answer = () -> Mono.error(FAILURE);
        change();
        pass(Duration.ofMinutes(1));
        assertThat(lines(Level.WARN)).hasSize(2);
    }

    // fault F19
    @Test
    void changesCauseAtMostOneReadPerSecond() {
        follow(() -> Mono.just(1));
        this.reads.clear();
        for (int i = 0; i < 100; i++) {
            change();
            this.followed.refresh();
            pass(Duration.ofMillis(100));
        }

        assertThat(this.reads).hasSizeBetween(9, 10);
    }

    // What is asked for while a list is under way is the next one, once
    @Test
    void requestsWhileAListIsInFlightAreCombinedIntoOne() {
        Sinks.One<Integer> slow = Sinks.one();
        follow(slow::asMono);
        for (int i = 0; i < 5; i++) {
            this.followed.refresh();
            pass(SECOND);
        }
        assertThat(this.reads).hasSize(1);

        this.answer = () -> Mono.just(2);
        slow.tryEmitValue(1);
        pass(Duration.ZERO);
        assertThat(this.reads).hasSize(2);
        assertThat(this.followed.view().known()).isEqualTo(2);
        pass(Duration.ofHours(1));
        assertThat(this.reads).hasSize(2);
    }

    @Test
    void nothingIsReadAfterUnfollow() {
        follow(() -> Mono.error(FAILURE));
        pass(SECOND);
        int before = this.reads.size();
        this.followed.unfollow();
        this.followed.refresh();
        pass(Duration.ofHours(1));

        assertThat(this.reads).hasSize(before);
    }

    // CACHE-05: a list is read again when its time is over, not more often than every ten seconds, with jitter
    @ParameterizedTest
    @CsvSource({"30000, 30, 33", "1, 10, 10", "9999, 10, 11", "60000, 60, 66", "3600000, 3600, 3960"})
    void aListIsReadAgainWhenItsTtlHasExpired(long ttlMs, int shortest, int longest) {
        this.modern.cacheHints(ttlMs, "private");
        try (McpClient other = client(this.modern)) {
            other.session().connect();
            AtomicInteger begun = new AtomicInteger();
            AtomicInteger lists = new AtomicInteger();
            Listing<Integer> real = new Listing<>(
                    "tools",
                    List.of(McpMethods.TOOLS_LIST),
                    0,
                    capabilities -> true,
                    client -> {
                        begun.incrementAndGet();
                        return client.listTools(Listing.FRESH).map(tools -> lists.incrementAndGet());
                    },
                    Listing::ofTools,
                    client -> Listing.Memory.none());
            CatalogSync<Integer> timed = new CatalogSync<>(other, real, () -> {}, new SchedulerTime(this.time));
            timed.follow();
            pass(Duration.ZERO);
            for (int round = 1; round <= 3; round++) {
                int before = round;
                awaitList(timed, round);
                pass(Duration.ofSeconds(shortest).minus(TICK).minus(TICK));
                assertThat(this.modern.requests("tools/list")).hasSize(round);
                passUntil(
                        () -> begun.get() > before,
                        Duration.ofSeconds(longest - shortest).plus(STEP));
            }
            awaitList(timed, 4);
            timed.unfollow();
        }
    }

    /** Stops at the moment of the condition: the time of the answer counts from there. */
    private void passUntil(BooleanSupplier condition, Duration longest) {
        for (Duration passed = Duration.ZERO; !condition.getAsBoolean(); passed = passed.plus(TICK)) {
            assertThat(passed).isLessThanOrEqualTo(longest);
            pass(TICK);
        }
    }

    /** The answer comes in real time; what follows from it is planned before it is shown. */
    private void awaitList(CatalogSync<Integer> timed, int number) {
        await().atMost(LIMIT).until(() -> timed.view().known() == number);
        await().atMost(LIMIT).until(() -> this.time.getScheduledTaskCount() > 0);
    }

    // CACHE-04: a server that says nothing, or that the list does not hold at all, is not asked again for that
    @Test
    void aListWithoutATtlIsNotReadAgain() {
        this.modern.cacheHints(0, "private");
        try (McpClient other = client(this.modern)) {
            other.session().connect();
            CatalogSync<Integer> timed = new CatalogSync<>(
                    other,
                    new Listing<>(
                            "tools",
                            List.of(McpMethods.TOOLS_LIST),
                            0,
                            capabilities -> true,
                            client -> client.listTools(Listing.FRESH).map(List::size),
                            Listing::ofTools,
                            client -> Listing.Memory.none()),
                    () -> {},
                    new SchedulerTime(this.time));
            timed.follow();
            pass(Duration.ZERO);
            await().atMost(LIMIT).until(() -> timed.view().known() == 1);
            pass(Duration.ofDays(1));
            other.ping();

            assertThat(this.modern.requests("tools/list")).hasSize(1);
            timed.unfollow();
        }
    }

    // An application that ends cancels its reads; Reactor logs an error that arrives afterwards unless the read takes
    // care of it.
    @Test
    void errorAfterTheEndOfTheRegistryIsNotReported() {
        Sinks.One<CoreSubscriber<? super Integer>> subscriber = Sinks.one();
        follow(() -> Mono.from(reading -> {
            reading.onSubscribe(Operators.emptySubscription());
            subscriber.tryEmitValue((CoreSubscriber<? super Integer>) reading);
        }));
        this.time.advanceTimeBy(SECOND);
        CoreSubscriber<? super Integer> reading = subscriber.asMono().block(LIMIT);

        this.followed.unfollow();
        reading.onError(FAILURE);

        assertThat(this.log.events()).isEmpty();
        assertThat(reading.currentContext().<Object>getOrDefault("reactor.onErrorDropped.local", null))
                .isNotNull();
    }
}
