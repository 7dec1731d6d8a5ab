package io.mcpclient.schema;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * Who may be given a cached answer. Anything but {@link #PUBLIC} is to be treated as private.
 *
 * @param value the name on the wire; names this client does not know are kept
 * @see "MCP 2026-07-28, server/utilities/caching (CACHE-07, CACHE-08)"
 */
public record CacheScope(@JsonValue String value) {
    /** {@code public}. */
    public static final CacheScope PUBLIC = new CacheScope("public");

    /** {@code private}. */
    public static final CacheScope PRIVATE = new CacheScope("private");

    public CacheScope {
        Require.member(value, "cache scope", "value");
    }

    /** A hint of another type is one that this client does not know, and no reason to refuse a result (fault F32). */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static CacheScope of(Object value) {
        return new CacheScope(String.valueOf(value));
    }

    @Override
    public String toString() {
        return value;
    }
}
