package io.mcpclient.store;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class InMemoryMcpStoreTests {

    private final AtomicLong nanos = new AtomicLong();

    private static final Duration HOUR = Duration.ofHours(1);

    private InMemoryMcpStore store(int maxEntries) {
        return new InMemoryMcpStore(this.nanos::get, maxEntries) {};
    }

    private static McpStoredValue value(String text) {
        return new McpStoredValue(1, text);
    }

    // H26: users who are made up must not fill the memory
    @Test
    void replaceWhenFullEvictsTheLeastRecentlyUsedValue() {
        InMemoryMcpStore store = store(3);
        for (String key : new String[] {"a", "b", "c"}) {
            assertThat(store.replace(key, 0, value(key), HOUR)).isTrue();
        }
        assertThat(store.load("a")).isNotNull();

        assertThat(store.replace("d", 0, value("d"), HOUR)).isTrue();

        assertThat(store.load("b")).isNull();
        assertThat(store.load("a")).isEqualTo(value("a"));
        assertThat(store.load("c")).isEqualTo(value("c"));
        assertThat(store.load("d")).isEqualTo(value("d"));
    }

    @Test
    void replaceWhenFullRemovesExpiredValuesFirst() {
        InMemoryMcpStore store = store(3);
        store.replace("live", 0, value("live"), HOUR);
        store.replace("short", 0, value("short"), Duration.ofSeconds(1));
        store.replace("other", 0, value("other"), HOUR);
        this.nanos.addAndGet(Duration.ofSeconds(2).toNanos());

        store.replace("new", 0, value("new"), HOUR);

        assertThat(store.load("live")).isNotNull();
        assertThat(store.load("other")).isNotNull();
        assertThat(store.load("new")).isNotNull();
        assertThat(store.load("short")).isNull();
    }

    @Test
    void replaceRemovesExpiredValues() {
        InMemoryMcpStore store = store(1000);
        for (int i = 0; i < 500; i++) {
            store.replace("key " + i, 0, value("x"), Duration.ofSeconds(1));
        }
        this.nanos.addAndGet(Duration.ofMinutes(2).toNanos());

        store.replace("new", 0, value("new"), HOUR);

        assertThat(store.size()).isEqualTo(1);
    }

    @Test
    void replaceByDefaultKeepsTenThousandValues() {
        InMemoryMcpStore store = new InMemoryMcpStore();
        for (int i = 0; i <= 10_000; i++) {
            store.replace("key " + i, 0, value("x"), HOUR);
        }

        assertThat(store.load("key 0")).isNull();
        assertThat(store.load("key 1")).isNotNull();
        assertThat(store.load("key 10000")).isNotNull();
    }

    @Test
    void capacityOfZeroIsRejected() {
        assertThatIllegalArgumentException().isThrownBy(() -> new InMemoryMcpStore(0));
    }
}
