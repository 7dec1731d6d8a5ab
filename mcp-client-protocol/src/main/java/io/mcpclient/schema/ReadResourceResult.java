package io.mcpclient.schema;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;

/**
 * Result of {@code resources/read}: contents of a resource, several if it acts as a directory.
 *
 * @param contents the contents; empty if the resource is empty
 * @param resultType kind of result; absent before 2026-07-28
 * @param ttlMs freshness hint in milliseconds, a number if valid; see {@link #freshMillis()}
 * @param cacheScope scope of the cached response; absent means private
 * @param meta the {@code _meta} object, or {@code null}
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/resources">MCP: Resources</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ReadResourceResult(
        List<ResourceContents> contents,
        @Nullable ResultType resultType,
        @Nullable Object ttlMs,
        @Nullable CacheScope cacheScope,
        @JsonProperty("_meta") @Nullable Map<String, Object> meta,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra)
        implements CacheableResult {
    public ReadResourceResult {
        contents = Require.list(contents);
        extra = Require.members(extra);
    }

    /** Creates the result for a resource that consists of one text. */
    public static ReadResourceResult text(String uri, String text) {
        return new ReadResourceResult(
                List.of(TextResourceContents.of(uri, null, text)), null, null, null, null, Map.of());
    }
}
