package io.mcpclient.internal.era.modern;

import java.time.Duration;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

import io.mcpclient.schema.BlobResourceContents;
import io.mcpclient.schema.CacheableResult;
import io.mcpclient.schema.ListPage;
import io.mcpclient.schema.ReadResourceResult;
import io.mcpclient.schema.ResourceContents;
import io.mcpclient.schema.TextResourceContents;

/**
 * Store of cached results that are still valid, and of the in-flight requests that may return newer ones. A result is not
 * stored if, since its request began, its kind was invalidated or a later request completed: it may be outdated.
 * <p>Bounded in number, evicting the least recently used result, and in weight. Expired results are removed with the next
 * request; there is no timer. Thread-safe.
 *
 * @see "MCP 2026-07-28, server/utilities/caching (CACHE-03, CACHE-04, CACHE-09); fault F32"
 */
final class ResponseCache {

    /** Maximum lifetime, whatever the server specifies: it may be wrong, and its change notifications may get lost. */
    static final Duration LONGEST = Duration.ofHours(1);

    /** Maximum number of characters of one result. */
    static final int MAX_WEIGHT = 256 * 1024;

    /** Maximum number of characters of all results. */
    private static final int MAX_TOTAL_WEIGHT = 32 * MAX_WEIGHT;

    /** Assumed characters of a list item; its actual length is not computed. */
    private static final int ITEM = 256;

    private final LongSupplier clock;

    private final int maxEntries;

    private final Map<CacheKey, Kept> kept = new LinkedHashMap<>(16, 0.75f, true);

    private final Set<Fetch> underWay = new HashSet<>();

    private long fetches;

    private long weight;

    /**
     * Creates an empty store.
     * @param clock a monotonic clock, in nanoseconds
     * @param maxEntries maximum number of results
     */
    ResponseCache(LongSupplier clock, int maxEntries) {
        this.clock = clock;
        this.maxEntries = maxEntries;
    }

    /** Returns the stored result if it is still valid, otherwise {@code null}. */
    synchronized @Nullable CacheableResult find(CacheKey key) {
        Kept found = this.kept.get(key);
        return (found != null && isFresh(found)) ? found.result() : null;
    }

    /** Records the start of a request. Must be followed by {@link #end(Fetch)}, whatever the outcome. */
    synchronized Fetch begin(CacheKey key) {
        Fetch fetch = new Fetch(key, ++this.fetches);
        this.underWay.add(fetch);
        return fetch;
    }

    /**
     * Records the response to a request.
     * @param fetch return value of {@link #begin(CacheKey)}
     * @param result the result, or {@code null} if it cannot be stored; an earlier result is dropped in any case
     */
    synchronized void answered(Fetch fetch, @Nullable CacheableResult result) {
        if (fetch.isOutdated) {
            return;
        }
        for (Fetch other : this.underWay) {
            other.isOutdated |= other.number < fetch.number && other.key.equals(fetch.key);
        }
        removeIf((key, entry) -> key.equals(fetch.key) || !isFresh(entry));
        if (result != null) {
            keep(fetch.key, result);
        }
    }

    private void keep(CacheKey key, CacheableResult result) {
        long millis = Math.min(result.freshMillis(), LONGEST.toMillis());
        long size = key.params().length() + weightOf(result);
        if (millis == 0 || size > MAX_WEIGHT) {
            return;
        }
        this.kept.put(
                key,
                new Kept(
                        result,
                        this.clock.getAsLong(),
                        Duration.ofMillis(millis).toNanos(),
                        size));
        this.weight += size;
        Iterator<Map.Entry<CacheKey, Kept>> eldest = this.kept.entrySet().iterator();
        while (this.kept.size() > this.maxEntries || this.weight > MAX_TOTAL_WEIGHT) {
            this.weight -= eldest.next().getValue().weight();
            eldest.remove();
        }
    }

    /** Removes a completed request. A later result of it is not stored: nothing could invalidate it any more. */
    synchronized void end(Fetch fetch) {
        this.underWay.remove(fetch);
        fetch.isOutdated = true;
    }

    /**
     * Invalidates stored results, and those of in-flight requests.
     * @param keys selects in-flight requests by key
     * @param results selects stored results, among those with such keys
     */
    synchronized void drop(Predicate<CacheKey> keys, BiPredicate<CacheKey, CacheableResult> results) {
        for (Fetch fetch : this.underWay) {
            fetch.isOutdated |= keys.test(fetch.key);
        }
        removeIf((key, entry) -> keys.test(key) && results.test(key, entry.result()));
    }

    private void removeIf(BiPredicate<CacheKey, Kept> condition) {
        this.kept.entrySet().removeIf(entry -> {
            boolean isRemoved = condition.test(entry.getKey(), entry.getValue());
            this.weight -= isRemoved ? entry.getValue().weight() : 0;
            return isRemoved;
        });
    }

    private boolean isFresh(Kept entry) {
        return this.clock.getAsLong() - entry.receivedNanos() < entry.freshNanos();
    }

    /** Number of stored results, valid or expired. */
    synchronized int size() {
        return this.kept.size();
    }

    /** Number of in-flight requests. */
    synchronized int underWay() {
        return this.underWay.size();
    }

    private static long weightOf(CacheableResult result) {
        if (result instanceof ReadResourceResult read) {
            return read.contents().stream()
                    .mapToLong(ResponseCache::charactersOf)
                    .sum();
        }
        return (result instanceof ListPage<?> page) ? (long) ITEM * page.items().size() : 0;
    }

    private static long charactersOf(ResourceContents contents) {
        if (contents instanceof TextResourceContents text) {
            return text.text().length();
        }
        return (contents instanceof BlobResourceContents blob) ? blob.blob().length() : 0;
    }

    /** An in-flight request; guarded by the lock of the store. */
    static final class Fetch {

        private final CacheKey key;

        private final long number;

        private boolean isOutdated;

        private Fetch(CacheKey key, long number) {
            this.key = key;
            this.number = number;
        }
    }

    private record Kept(CacheableResult result, long receivedNanos, long freshNanos, long weight) {}
}
