package io.mcpclient.store;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/**
 * Keeps values as long as this process lives. Never blocks, never fails. Thread-safe.
 *
 * <p>Values whose time is over are removed when somebody asks for them; there is one for each server, and no more.
 */
public class InMemoryMcpStore implements McpStore {

    private final ConcurrentMap<String, Entry> entries = new ConcurrentHashMap<>();

    private final LongSupplier nanoTime;

    /** Creates a store without content. */
    public InMemoryMcpStore() {
        this(System::nanoTime);
    }

    /**
     * Creates a store with a clock of its own.
     * @param nanoTime a clock as {@link System#nanoTime} is one
     */
    protected InMemoryMcpStore(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    private record Entry(McpStoredValue value, long endNanos) {}

    @Override
    public @Nullable McpStoredValue load(String key) {
        Entry entry = this.entries.computeIfPresent(key, (same, present) -> isOver(present) ? null : present);
        return (entry != null) ? entry.value() : null;
    }

    @Override
    public boolean replace(String key, long expectedVersion, McpStoredValue value, Duration timeToLive) {
        Entry next = new Entry(value, this.nanoTime.getAsLong() + timeToLive.toNanos());
        Entry kept = this.entries.compute(key, (same, present) -> {
            long version =
                    (present == null || isOver(present)) ? 0 : present.value().version();
            return (version == expectedVersion) ? next : present;
        });
        return kept == next;
    }

    @Override
    public boolean remove(String key, long expectedVersion) {
        Entry present = this.entries.get(key);
        return present != null
                && !isOver(present)
                && present.value().version() == expectedVersion
                && this.entries.remove(key, present);
    }

    private boolean isOver(Entry entry) {
        return this.nanoTime.getAsLong() - entry.endNanos() >= 0;
    }
}
