package io.mcpclient.autoconfigure.session;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import ch.qos.logback.classic.Level;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.mcpclient.store.InMemoryMcpSessionStore;
import io.mcpclient.store.McpSessionStore;
import io.mcpclient.store.McpStoredValue;
import io.mcpclient.support.Loggers;
import io.mcpclient.testkit.CapturedLog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(30)
class PreparedSessionStoreTests {

    private static final Duration LONG = Duration.ofHours(1);

    private final AtomicInteger prepared = new AtomicInteger();

    @RegisterExtension
    final CapturedLog log = CapturedLog.of(Loggers.STORE).at(Level.INFO);

    /** Fails while it is set to fail. */
    private static final class UnavailableStore implements McpSessionStore {

        private final McpSessionStore store = new InMemoryMcpSessionStore();

        private volatile boolean away = true;

        private McpSessionStore present() {
            if (this.away) {
                throw new IllegalStateException("connection refused");
            }
            return this.store;
        }

        @Override
        public @Nullable McpStoredValue load(String key) {
            return present().load(key);
        }

        @Override
        public boolean replace(String key, long expectedVersion, McpStoredValue value, Duration timeToLive) {
            return present().replace(key, expectedVersion, value, timeToLive);
        }

        @Override
        public boolean remove(String key, long expectedVersion) {
            return present().remove(key, expectedVersion);
        }
    }

    @Test
    void whenItWarmsUpThenItIsPreparedOnce() {
        PreparedSessionStore store =
                new PreparedSessionStore(new InMemoryMcpSessionStore(), this.prepared::incrementAndGet);
        store.warmUp();
        Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> this.prepared.get() == 1);
        assertThat(store.replace("k", 0, new McpStoredValue(1, "x"), LONG)).isTrue();
        assertThat(store.load("k")).isEqualTo(new McpStoredValue(1, "x"));
        assertThat(store.remove("k", 1)).isTrue();
        assertThat(this.prepared).hasValue(1);
    }

    // J01: prepared when it is there, and complained about once
    @Test
    void whenTheStoreIsUnavailableAtFirstThenItIsPreparedLater() {
        UnavailableStore away = new UnavailableStore();
        PreparedSessionStore store = new PreparedSessionStore(away, this.prepared::incrementAndGet);
        store.warmUp();
        Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> this.prepared.get() == 1);
        assertThatThrownBy(() -> store.load("k")).hasMessage("connection refused");
        assertThat(this.prepared).hasValue(2);
        assertThat(this.log.messages())
                .filteredOn(line -> line.contains("is not available"))
                .singleElement()
                .asString()
                .contains("connection refused");
        assertThat(store.status().available()).isFalse();
        assertThat(store.status().problem()).isEqualTo("failed with IllegalStateException");
        assertThat(store.status().failures()).isEqualTo(2);

        away.away = false;
        assertThat(store.load("k")).isNull();
        away.away = true;
        assertThatThrownBy(() -> store.remove("k", 1)).hasMessage("connection refused");
        away.away = false;
        assertThat(store.load("k")).isNull();
        assertThat(store.status().available()).isTrue();
        assertThat(this.prepared).as("prepared until it worked once").hasValue(3);
    }

    // The table may be there nevertheless, made by another instance that started at the same time.
    @Test
    void whenPreparationFailsButTheStoreWorksThenItIsUsed() {
        PreparedSessionStore store = new PreparedSessionStore(new InMemoryMcpSessionStore(), () -> {
            this.prepared.incrementAndGet();
            throw new IllegalStateException("no right to create a table");
        });
        assertThat(store.load("k")).isNull();
        assertThat(store.load("k")).isNull();
        assertThat(this.prepared).hasValue(1);
    }

    // J01: a store that hangs does not delay the start
    @Test
    void whenPreparationHangsThenTheStartGoesOnAndOperationsFail() throws InterruptedException {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        PreparedSessionStore store = new PreparedSessionStore(new InMemoryMcpSessionStore(), () -> {
            entered.countDown();
            try {
                assertThat(released.await(20, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException ex) {
                Thread.currentThread().interrupt();
            }
        });
        store.warmUp();
        assertThat(entered.await(10, TimeUnit.SECONDS)).isTrue();
        assertThatThrownBy(() -> store.load("k")).hasMessageContaining("still being prepared");
        released.countDown();
        Awaitility.await().atMost(Duration.ofSeconds(10)).ignoreExceptions().until(() -> store.load("k") == null);
    }
}
