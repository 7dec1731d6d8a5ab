package io.mcpclient.store;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The contract of every store. A subclass brings the store, and may bring a second view of the same
 * content, as another instance of the application has it. Keys are new for every test, so that nothing has to be cleared.
 */
@Timeout(60)
public abstract class McpStoreContract {

    /** Far more than a test takes. */
    private static final Duration LONG = Duration.ofHours(1);

    private McpStore store;

    private String key;

    /**
     * Creates the store, or another view of what the one before holds.
     * @return the store under test
     */
    protected abstract McpStore createStore();

    /**
     * Lets time pass for the store.
     * @param time at most two seconds
     */
    protected void pass(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> System.nanoTime() - end >= 0);
    }

    @BeforeEach
    void openStore() {
        this.store = createStore();
        this.key = "contract:" + UUID.randomUUID();
    }

    private boolean put(long expected, long version, String text) {
        return this.store.replace(this.key, expected, new McpStoredValue(version, text), LONG);
    }

    @Test
    void loadOfAnAbsentKeyReturnsNull() {
        assertThat(this.store.load(this.key)).isNull();
    }

    @Test
    void replaceWithoutExpectedVersionCreatesTheValue() {
        assertThat(put(0, 7, "first")).isTrue();

        assertThat(this.store.load(this.key)).isEqualTo(new McpStoredValue(7, "first"));
    }

    // J05
    @Test
    void replaceWithoutExpectedVersionDoesNotReplaceAnExistingValue() {
        put(0, 7, "first");

        assertThat(put(0, 8, "second")).isFalse();
        assertThat(this.store.load(this.key)).isEqualTo(new McpStoredValue(7, "first"));
    }

    // J05
    @Test
    void replaceWithTheExpectedVersionReplacesTheValue() {
        put(0, 7, "first");

        assertThat(put(7, 9, "second")).isTrue();
        assertThat(this.store.load(this.key)).isEqualTo(new McpStoredValue(9, "second"));
    }

    // J05
    @Test
    void replaceWithAnotherVersionChangesNothing() {
        put(0, 7, "first");

        assertThat(put(6, 8, "second")).isFalse();
        assertThat(put(8, 9, "second")).isFalse();
        assertThat(this.store.load(this.key)).isEqualTo(new McpStoredValue(7, "first"));
    }

    @Test
    void replaceWithAnExpectedVersionDoesNotCreateAValue() {
        assertThat(put(7, 8, "second")).isFalse();

        assertThat(this.store.load(this.key)).isNull();
    }

    @Test
    void removeWithTheExpectedVersionRemovesTheValue() {
        put(0, 7, "first");

        assertThat(this.store.remove(this.key, 7)).isTrue();
        assertThat(this.store.load(this.key)).isNull();
        assertThat(put(0, 8, "second")).isTrue();
    }

    @Test
    void removeWithAnotherVersionChangesNothing() {
        put(0, 7, "first");

        assertThat(this.store.remove(this.key, 6)).isFalse();
        assertThat(this.store.load(this.key)).isEqualTo(new McpStoredValue(7, "first"));
    }

    @Test
    void removeOfAnAbsentKeyChangesNothing() {
        assertThat(this.store.remove(this.key, 7)).isFalse();
    }

    // J12
    @Test
    void valueIsGoneWhenItsTimeHasExpired() {
        this.store.replace(this.key, 0, new McpStoredValue(7, "brief"), Duration.ofSeconds(1));

        pass(Duration.ofMillis(1500));

        assertThat(this.store.load(this.key)).isNull();
        assertThat(this.store.remove(this.key, 7)).isFalse();
        assertThat(this.store.replace(this.key, 7, new McpStoredValue(8, "next"), LONG))
                .as("a version whose time is over is none")
                .isFalse();
        assertThat(put(0, 9, "next")).isTrue();
    }

    @Test
    void replaceRestartsTheExpiryTime() {
        this.store.replace(this.key, 0, new McpStoredValue(7, "brief"), Duration.ofSeconds(1));
        this.store.replace(this.key, 7, new McpStoredValue(8, "lasting"), LONG);

        pass(Duration.ofMillis(1500));

        assertThat(this.store.load(this.key)).isEqualTo(new McpStoredValue(8, "lasting"));
    }

    static List<String> texts() {
        StringBuilder printable = new StringBuilder();
        IntStream.rangeClosed(0x20, 0x7e).forEach(c -> printable.append((char) c));
        return List.of(
                "x",
                printable.toString(),
                "{\"quote\":\"'; DROP TABLE x; --\",\"path\":\"C:\\\\dir\",\"percent\":\"%s %n ?\"}",
                "x".repeat(256 * 1024));
    }

    @ParameterizedTest
    @MethodSource("texts")
    void textSurvivesARoundTrip(String text) {
        assertThat(put(0, Long.MAX_VALUE - 1, text)).isTrue();

        McpStoredValue loaded = this.store.load(this.key);
        assertThat(loaded).isNotNull();
        assertThat(loaded.version()).isEqualTo(Long.MAX_VALUE - 1);
        assertThat(loaded.text().equals(text)).as("the same text").isTrue();
    }

    @Test
    void keyMayHave200CharactersOfPrintableAscii() {
        StringBuilder printable = new StringBuilder(UUID.randomUUID().toString());
        IntStream.rangeClosed(0x21, 0x7e).forEach(c -> printable.append((char) c));
        String longest = printable + "k".repeat(200 - printable.length());
        String other = longest.substring(0, 199) + "j";
        this.store.replace(longest, 0, new McpStoredValue(1, "of the longest"), LONG);
        this.store.replace(other, 0, new McpStoredValue(2, "of the other"), LONG);

        assertThat(this.store.load(longest)).isEqualTo(new McpStoredValue(1, "of the longest"));
        assertThat(this.store.load(other)).isEqualTo(new McpStoredValue(2, "of the other"));
    }

    @Test
    void keysAreCaseSensitive() {
        put(0, 1, "lower");

        assertThat(this.store.load(this.key.toUpperCase(java.util.Locale.ROOT))).isNull();
    }

    @Test
    void anotherInstanceSeesTheSameValues() {
        put(0, 7, "first");
        McpStore view = view();

        assertThat(view.load(this.key)).isEqualTo(new McpStoredValue(7, "first"));
        assertThat(view.replace(this.key, 7, new McpStoredValue(8, "second"), LONG))
                .isTrue();
        assertThat(put(7, 9, "third")).isFalse();
        assertThat(this.store.load(this.key)).isEqualTo(new McpStoredValue(8, "second"));
    }

    /**
     * Returns what another instance of the application has of the same content. By default the same object.
     * @return another view of the store under test
     */
    protected McpStore view() {
        return this.store;
    }

    // J05, J15: of several at once one succeeds, for a key without value and for one with
    @Test
    void concurrentReplaceSucceedsForExactlyOne() throws Exception {
        for (long round = 0; round < 20; round++) {
            long expected = round;
            assertThat(winners(n -> put(expected, expected + 1, "by " + n))).isEqualTo(1);
            McpStoredValue present = this.store.load(this.key);
            assertThat(present).isNotNull();
            assertThat(present.version()).isEqualTo(expected + 1);
        }
    }

    @Test
    void concurrentRemoveSucceedsForExactlyOne() throws Exception {
        for (int round = 0; round < 10; round++) {
            put(0, 7, "value");

            assertThat(winners(n -> this.store.remove(this.key, 7))).isEqualTo(1);
        }
    }

    private interface Attempt {

        boolean by(int number);
    }

    private static long winners(Attempt attempt) throws Exception {
        int threads = 6;
        CyclicBarrier start = new CyclicBarrier(threads);
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            List<Callable<Boolean>> attempts = IntStream.range(0, threads)
                    .<Callable<Boolean>>mapToObj(n -> () -> {
                        start.await(10, TimeUnit.SECONDS);
                        return attempt.by(n);
                    })
                    .toList();
            long winners = 0;
            for (Future<Boolean> outcome : executor.invokeAll(attempts, 20, TimeUnit.SECONDS)) {
                winners += outcome.get() ? 1 : 0;
            }
            return winners;
        } finally {
            executor.shutdownNow();
        }
    }
}
