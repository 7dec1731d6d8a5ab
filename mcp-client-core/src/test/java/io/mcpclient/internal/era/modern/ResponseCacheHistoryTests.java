package io.mcpclient.internal.era.modern;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.LongStream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import io.mcpclient.call.McpCacheUse;
import io.mcpclient.call.McpCall;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.schema.ListToolsResult;

import static io.mcpclient.internal.era.modern.CacheFixture.json;
import static io.mcpclient.internal.era.modern.CacheFixture.refusal;
import static io.mcpclient.internal.era.modern.CacheFixture.tools;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Whatever happens in whatever order: what is given out of memory comes from the request that began last of those that were
 * answered, still holds, and began after everything was said to have changed (CACHE-03, CACHE-09, CACHE-10).
 */
@Timeout(60)
class ResponseCacheHistoryTests {

    private static final String[] CURSORS = {null, "", "2"};

    private static final Duration STEP = Duration.ofMillis(100);

    private final CacheFixture fixture = new CacheFixture(100);

    private final List<ForwardedRequest> history = new ArrayList<>();

    private long now;

    private int changedBefore;

    private @Nullable ForwardedRequest newest;

    /** One request that reached the server, and what became of it. */
    private static final class ForwardedRequest {

        private final @Nullable String cursor;

        private final Sinks.One<Object> answer = Sinks.one();

        private final int number;

        private @Nullable Disposable waiting;

        private @Nullable Object result;

        private boolean isAnswered;

        private long holdsUntil = Long.MIN_VALUE;

        private boolean isOver;

        ForwardedRequest(@Nullable String cursor, int number) {
            this.cursor = cursor;
            this.number = number;
        }
    }

    static LongStream seeds() {
        return LongStream.range(0, 200);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void handleNeverReturnsStaleResultsInAnyOrderOfEvents(long seed) {
        Random random = new Random(seed);
        for (int step = 0; step < 400; step++) {
            switch (random.nextInt(10)) {
                case 0, 1, 2 -> use(pick(random));
                case 3 -> refresh(pick(random));
                case 4, 5, 6 -> open(random, asked -> answer(asked, random.nextInt(6)));
                case 7 -> pass(random.nextInt(3));
                case 8 -> change(random);
                default -> open(random, asked -> end(asked, random));
            }
        }
        this.history.stream().filter(asked -> !asked.isOver).forEach(asked -> answer(asked, 1));
        assertThat(this.fixture.cache.results().underWay()).isZero();
    }

    private static @Nullable String pick(Random random) {
        return CURSORS[random.nextInt(CURSORS.length)];
    }

    /** What has to be given out of memory, told from the history alone. */
    private @Nullable Object expected(@Nullable String cursor) {
        ForwardedRequest last = null;
        for (ForwardedRequest asked : this.history) {
            if (asked.isAnswered && Objects.equals(asked.cursor, cursor)) {
                last = asked;
            }
        }
        return (last != null && last.number >= this.changedBefore && this.now < last.holdsUntil) ? last.result : null;
    }

    private void use(@Nullable String cursor) {
        Object expected = expected(cursor);
        List<Object> given = new ArrayList<>();
        ask(cursor, McpCacheUse.USE, given);
        assertThat(given)
                .as("after %s requests", this.history.size())
                .isEqualTo((expected != null) ? List.of(expected) : List.of());
        assertThat(this.newest != null).isEqualTo(expected == null);
    }

    private void refresh(@Nullable String cursor) {
        ask(cursor, McpCacheUse.REFRESH, new ArrayList<>());
        assertThat(this.newest).isNotNull();
    }

    private void ask(@Nullable String cursor, McpCacheUse use, List<Object> given) {
        this.newest = null;
        McpCall call = tools(cursor, McpCallOptions.defaults().withCache(use));
        Disposable waiting = this.fixture
                .cache
                .handle(
                        call,
                        asked -> Mono.defer(() -> {
                            this.newest = new ForwardedRequest(cursor, this.history.size());
                            this.history.add(this.newest);
                            return this.newest.answer.asMono();
                        }))
                .subscribe(given::add, error -> {});
        if (this.newest != null) {
            this.newest.waiting = waiting;
        }
    }

    private void open(Random random, Consumer<ForwardedRequest> action) {
        List<ForwardedRequest> open =
                this.history.stream().filter(asked -> !asked.isOver).toList();
        if (!open.isEmpty()) {
            action.accept(open.get(random.nextInt(open.size())));
        }
    }

    private void answer(ForwardedRequest asked, int steps) {
        ListToolsResult result = page(asked.number, STEP.toMillis() * steps);
        asked.isOver = true;
        asked.isAnswered = true;
        asked.result = result;
        asked.holdsUntil = this.now + steps;
        asked.answer.tryEmitValue(result);
    }

    /** Ends a request without a result: cancelled, not connected, or refused. */
    private void end(ForwardedRequest asked, Random random) {
        asked.isOver = true;
        switch (random.nextInt(4)) {
            case 0 -> asked.waiting.dispose();
            case 1 -> asked.answer.tryEmitError(new IllegalStateException("connection"));
            case 2 -> {
                asked.isAnswered = true;
                asked.answer.tryEmitError(refusal(-32603));
            }
            default -> {
                asked.isAnswered = true;
                if (asked.cursor != null) {
                    this.changedBefore = this.history.size();
                }
                asked.answer.tryEmitError(refusal(-32602));
            }
        }
    }

    private void pass(int steps) {
        this.now += steps;
        this.fixture.pass(STEP.multipliedBy(steps));
    }

    private void change(Random random) {
        switch (random.nextInt(3)) {
            case 0 -> this.fixture.cache.invalidate("tools/list");
            case 1 -> this.fixture.cache.invalidateAll();
            default -> {
                this.fixture.cache.invalidateResource("file:///a");
                this.fixture.cache.invalidate("prompts/list");
                return;
            }
        }
        this.changedBefore = this.history.size();
    }

    // The same from many threads: after a change notification, no older result is returned
    @Test
    void handleFromManyThreadsReturnsNoResultOlderThanAChange() throws Exception {
        AtomicInteger atServer = new AtomicInteger();
        AtomicInteger announced = new AtomicInteger();
        AtomicInteger outOfMemory = new AtomicInteger();
        AtomicBoolean isOver = new AtomicBoolean();
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            List<Future<?>> readers = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                readers.add(threads.submit(() -> {
                    while (!isOver.get()) {
                        int oldest = announced.get();
                        AtomicBoolean isAsked = new AtomicBoolean();
                        int given = version(this.fixture.answer(
                                tools(),
                                call -> Mono.fromSupplier(() -> {
                                    isAsked.set(true);
                                    return page(atServer.get(), 60_000);
                                })));
                        assertThat(given).isBetween(oldest, atServer.get());
                        outOfMemory.addAndGet(isAsked.get() ? 0 : 1);
                    }
                }));
            }
            for (int version = 1; version <= 5000 || outOfMemory.get() < 500; version++) {
                atServer.set(version);
                this.fixture.cache.invalidate("tools/list");
                announced.set(version);
                assertThat(readers).noneMatch(Future::isDone);
            }
            isOver.set(true);
            for (Future<?> reader : readers) {
                reader.get(20, TimeUnit.SECONDS);
            }
        } finally {
            isOver.set(true);
            threads.shutdownNow();
        }
        assertThat(this.fixture.cache.results().underWay()).isZero();
    }

    private static ListToolsResult page(int version, long millis) {
        return json(
                "{\"tools\":[],\"nextCursor\":\"" + version + "\",\"ttlMs\":" + millis + "}", ListToolsResult.class);
    }

    private static int version(Object page) {
        return Integer.parseInt(((ListToolsResult) page).nextCursor());
    }
}
