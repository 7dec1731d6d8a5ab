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

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public CacheScope {
        Require.member(value, "cache scope", "value");
    }

    @Override
    public String toString() {
        return value;
    }
}
