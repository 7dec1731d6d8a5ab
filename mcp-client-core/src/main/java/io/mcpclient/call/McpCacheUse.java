package io.mcpclient.call;

/**
 * What one operation does with answers that are kept because the server said how long they hold: lists, and contents of
 * resources. In revisions without such hints, all three mean the same.
 *
 * @see McpCallOptions#withCache(McpCacheUse)
 * @see "MCP 2026-07-28, server/utilities/caching (CACHE-01, CACHE-03)"
 */
public enum McpCacheUse {

    /** Takes an answer that is kept and still holds, and asks the server otherwise. What it answers is kept. */
    USE,

    /** Asks the server in any case. What it answers is kept, in place of what was kept before. */
    REFRESH,

    /** Asks the server in any case, and leaves what is kept as it is. */
    BYPASS
}
