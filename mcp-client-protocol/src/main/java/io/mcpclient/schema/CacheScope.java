package io.mcpclient.schema;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

import io.mcpclient.internal.schema.Require;

/**
 * Intended scope of a cached response. Any value other than {@link #PUBLIC} is treated as private.
 *
 * @param value the name on the wire; unknown names are kept
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching">MCP: Caching</a>
 */
public record CacheScope(@JsonValue String value) {
    /** {@code public}. */
    public static final CacheScope PUBLIC = new CacheScope("public");

    /** {@code private}. */
    public static final CacheScope PRIVATE = new CacheScope("private");

    public CacheScope {
        Require.member(value, "cache scope", "value");
    }

    /** A hint of another JSON type is treated as unknown and does not invalidate the result. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static CacheScope of(Object value) {
        return new CacheScope(String.valueOf(value));
    }

    @Override
    public String toString() {
        return this.value;
    }
}
