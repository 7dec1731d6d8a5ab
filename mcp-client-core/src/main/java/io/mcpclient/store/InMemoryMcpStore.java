package io.mcpclient.store;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps values as long as this process lives, {@value #DEFAULT_MAX_ENTRIES} by default: beyond that, the value that was not used
 * for the longest time is removed. Expired values are removed when they are asked for, and when others are written. Never waits
 * for anything but other threads that use it, never fails. Thread-safe.
 */
public class InMemoryMcpStore implements McpStore {

    /** Number of values that a store keeps by default. */
    public static final int DEFAULT_MAX_ENTRIES = 10_000;

    private static final Logger logger = LoggerFactory.getLogger(InMemoryMcpStore.class);

    /** Between two searches for expired values. */
    private static final long SWEEP_NANOS = Duration.ofMinutes(1).toNanos();

    /** In the order of their last use. Guarded by this. */
    private final Map<String, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);

    private final LongSupplier nanoTime;

    private final int maxEntries;

    /** Guarded by this. */
    private long sweptNanos;

    /** Guarded by this. */
    private boolean warned;

    /** Creates a store without content. */
    public InMemoryMcpStore() {
        this(DEFAULT_MAX_ENTRIES);
    }

    /**
     * Creates a store without content.
     * @param maxEntries number of values that it keeps, at least 1
     */
    public InMemoryMcpStore(int maxEntries) {
        this(System::nanoTime, maxEntries);
    }

    /**
     * Creates a store with a clock of its own.
     * @param nanoTime a clock as {@link System#nanoTime} is one
     */
    protected InMemoryMcpStore(LongSupplier nanoTime) {
        this(nanoTime, DEFAULT_MAX_ENTRIES);
    }

    /**
     * Creates a store with a clock of its own.
     * @param nanoTime a clock as {@link System#nanoTime} is one
     * @param maxEntries number of values that it keeps, at least 1
     */
    protected InMemoryMcpStore(LongSupplier nanoTime, int maxEntries) {
        if (maxEntries < 1) {
            throw new IllegalArgumentException("a store of " + maxEntries + " entries");
        }
        this.nanoTime = nanoTime;
        this.maxEntries = maxEntries;
        this.sweptNanos = nanoTime.getAsLong();
    }

    private record Entry(McpStoredValue value, long endNanos) {}

    @Override
    public synchronized @Nullable McpStoredValue load(String key) {
        Entry entry = present(key);
        return (entry != null) ? entry.value() : null;
    }

    @Override
    public synchronized boolean replace(String key, long expectedVersion, McpStoredValue value, Duration timeToLive) {
        Entry present = present(key);
        long version = (present != null) ? present.value().version() : 0;
        if (version != expectedVersion) {
            return false;
        }
        this.entries.put(key, new Entry(value, this.nanoTime.getAsLong() + timeToLive.toNanos()));
        makeRoom();
        return true;
    }

    @Override
    public synchronized boolean remove(String key, long expectedVersion) {
        Entry present = present(key);
        boolean isExpected = present != null && present.value().version() == expectedVersion;
        if (isExpected) {
            this.entries.remove(key);
        }
        return isExpected;
    }

    private @Nullable Entry present(String key) {
        Entry entry = this.entries.get(key);
        if (entry == null || !isExpired(entry)) {
            return entry;
        }
        this.entries.remove(key);
        return null;
    }

    private void makeRoom() {
        boolean isFull = this.entries.size() > this.maxEntries;
        if (isFull || this.nanoTime.getAsLong() - this.sweptNanos >= SWEEP_NANOS) {
            this.sweptNanos = this.nanoTime.getAsLong();
            this.entries.values().removeIf(this::isExpired);
        }
        if (this.entries.size() > this.maxEntries) {
            this.entries.remove(this.entries.keySet().iterator().next());
            warn();
        }
    }

    private void warn() {
        if (!this.warned) {
            this.warned = true;
            logger.warn(
                    "The memory of this process keeps {} values for MCP servers; from now on, the one that was not used for the"
                            + " longest time is removed for each new one. Use a store that is persistent if more are needed.",
                    this.maxEntries);
        }
    }

    /** Number of values, with those that expired and were not noticed yet. */
    synchronized int size() {
        return this.entries.size();
    }

    private boolean isExpired(Entry entry) {
        return this.nanoTime.getAsLong() - entry.endNanos() >= 0;
    }
}
