package io.mcpclient.call;

/**
 * Use of the response cache by one operation. Lists and contents of resources are cached for as long as the server states.
 * In revisions without such hints, all three values are equivalent.
 *
 * @see McpCallOptions#withCache(McpCacheUse)
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching">MCP: Caching</a>
 */
public enum McpCacheUse {

    /** Returns a valid cached result, and otherwise calls the server and caches its result. */
    USE,

    /** Always calls the server, and replaces the cached result. */
    REFRESH,

    /** Always calls the server, and leaves the cache unchanged. */
    BYPASS
}
