package io.mcpclient.store;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

import io.mcpclient.support.Loggers;

/**
 * In-memory store with {@value #DEFAULT_MAX_ENTRIES} values at most by default; beyond that, the least recently used value
 * is evicted. Expired values are removed when they are read and when others are written. Blocks only for other threads that
 * use it, and never fails. Thread-safe.
 */
public class InMemoryMcpStore implements McpStore {

    /** Default maximum number of values. */
    public static final int DEFAULT_MAX_ENTRIES = 10_000;

    private static final Logger logger = Loggers.STORE;

    /** Interval between two searches for expired values. */
    private static final long SWEEP_NANOS = Duration.ofMinutes(1).toNanos();

    /** In order of last use. Guarded by this. */
    private final Map<String, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);

    private final LongSupplier nanoTime;

    private final int maxEntries;

    /** Guarded by this. */
    private long sweptNanos;

    /** Guarded by this. */
    private boolean warned;

    /** Creates an empty store. */
    public InMemoryMcpStore() {
        this(DEFAULT_MAX_ENTRIES);
    }

    /**
     * Creates an empty store.
     * @param maxEntries maximum number of values, at least 1
     */
    public InMemoryMcpStore(int maxEntries) {
        this(System::nanoTime, maxEntries);
    }

    /**
     * Creates a store with the given clock.
     * @param nanoTime a clock like {@link System#nanoTime}
     */
    protected InMemoryMcpStore(LongSupplier nanoTime) {
        this(nanoTime, DEFAULT_MAX_ENTRIES);
    }

    /**
     * Creates a store with the given clock.
     * @param nanoTime a clock like {@link System#nanoTime}
     * @param maxEntries maximum number of values, at least 1
     */
    protected InMemoryMcpStore(LongSupplier nanoTime, int maxEntries) {
        if (maxEntries < 1) {
            throw new IllegalArgumentException("maxEntries must be at least 1: " + maxEntries);
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
                    "The in-memory store for MCP servers has reached its limit of {} values; each new value now evicts"
                            + " the least recently used one. Use a persistent store if more are needed.",
                    this.maxEntries);
        }
    }

    /** Number of values, including expired ones that were not yet removed. */
    synchronized int size() {
        return this.entries.size();
    }

    private boolean isExpired(Entry entry) {
        return this.nanoTime.getAsLong() - entry.endNanos() >= 0;
    }
}
