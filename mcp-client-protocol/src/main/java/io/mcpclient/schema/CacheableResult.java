package io.mcpclient.schema;

import org.jspecify.annotations.Nullable;

/**
 * Result with caching hints: how long it is fresh and whether other principals may reuse it.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching">MCP: Caching</a>
 */
public sealed interface CacheableResult extends McpResult permits DiscoverResult, ListPage, ReadResourceResult {

    /** The hint as received, of any JSON type, or {@code null} if there was none. */
    @Nullable
    Object ttlMs();

    /** The scope as received, or {@code null} if there was none. */
    @Nullable
    CacheScope cacheScope();

    /**
     * Milliseconds from receipt for which the result is fresh: 0 if the hint is absent, negative or not a number, capped to
     * a long.
     */
    default long freshMillis() {
        if (!(ttlMs() instanceof Number ttl)) {
            return 0;
        }
        boolean integral = ttl instanceof Long || ttl instanceof Integer;
        // The cast saturates, and turns NaN into 0.
        return Math.max(0, integral ? ttl.longValue() : (long) ttl.doubleValue());
    }

    /** Whether the result may be reused for other authorization contexts. */
    default boolean mayBeShared() {
        return CacheScope.PUBLIC.equals(cacheScope());
    }
}
