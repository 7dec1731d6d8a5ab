package io.mcpclient.schema;

import org.jspecify.annotations.Nullable;

/**
 * A result that says how long and for whom it may be reused.
 *
 * @see "MCP 2026-07-28, server/utilities/caching (CACHE-01, CACHE-04, CACHE-08)"
 */
public sealed interface CacheableResult extends McpResult permits DiscoverResult, ListPage, ReadResourceResult {

    /** The hint as the server sent it, whatever that is, or {@code null} if there was none (fault F32). */
    @Nullable
    Object ttlMs();

    /** The scope as the server sent it, or {@code null} if there was none. */
    @Nullable
    CacheScope cacheScope();

    /**
     * Milliseconds from receipt for which the result is fresh: 0 if the hint is absent, negative or no number, capped to a
     * long.
     */
    default long freshMillis() {
        if (!(ttlMs() instanceof Number ttl)) {
            return 0;
        }
        boolean integral = ttl instanceof Long || ttl instanceof Integer;
        // The cast saturates, and turns NaN into 0.
        return Math.max(0, integral ? ttl.longValue() : (long) ttl.doubleValue());
    }

    /** Whether the result may be reused for callers with other credentials. */
    default boolean mayBeShared() {
        return CacheScope.PUBLIC.equals(cacheScope());
    }
}
