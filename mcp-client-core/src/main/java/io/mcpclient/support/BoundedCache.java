package io.mcpclient.support;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToLongFunction;

import org.jspecify.annotations.Nullable;

/**
 * Cache in memory with a limit on the sum of sizes; the least recently used value is evicted. A value beyond the limit is not cached.
 * Thread-safe.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 */
public final class BoundedCache<K, V> {

    private final long maxSize;

    private final ToLongFunction<V> sizeOf;

    /** In order of last use. Guarded by this. */
    private final Map<K, V> values = new LinkedHashMap<>(16, 0.75f, true);

    /** Guarded by this. */
    private long size;

    /**
     * Creates an empty cache.
     * @param maxSize maximum sum of sizes; 0 for no cache
     * @param sizeOf size of a value, not negative
     */
    public BoundedCache(long maxSize, ToLongFunction<V> sizeOf) {
        this.maxSize = maxSize;
        this.sizeOf = sizeOf;
    }

    /**
     * Returns a value.
     * @param key its key
     * @return the value, {@code null} if it is not cached
     */
    public synchronized @Nullable V get(K key) {
        return this.values.get(key);
    }

    /**
     * Caches a value.
     * @param key its key
     * @param value the value
     */
    public synchronized void put(K key, V value) {
        remove(key);
        if (this.sizeOf.applyAsLong(value) > this.maxSize) {
            return;
        }
        this.values.put(key, value);
        this.size += this.sizeOf.applyAsLong(value);
        Iterator<V> oldest = this.values.values().iterator();
        while (this.size > this.maxSize) {
            this.size -= this.sizeOf.applyAsLong(oldest.next());
            oldest.remove();
        }
    }

    /**
     * Removes a value, if it is cached.
     * @param key its key
     */
    public synchronized void remove(K key) {
        V present = this.values.remove(key);
        if (present != null) {
            this.size -= this.sizeOf.applyAsLong(present);
        }
    }

    /** Removes all values. */
    public synchronized void clear() {
        this.values.clear();
        this.size = 0;
    }
}
