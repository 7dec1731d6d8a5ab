package io.mcpclient.schema;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;

/**
 * Result of {@code resources/list}: one page of resources.
 *
 * @param resources the page, in the server's order
 * @param nextCursor cursor of the next page, possibly empty; {@code null} on the last page
 * @param resultType kind of result; absent before 2026-07-28
 * @param ttlMs freshness hint in milliseconds, a number if valid; see {@link #freshMillis()}
 * @param cacheScope scope of the cached response; absent means private
 * @param meta the {@code _meta} object, or {@code null}
 * @param dropped items and members omitted from the page, never sent; see {@link ListPage}
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/resources">MCP: Resources</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties("dropped")
public record ListResourcesResult(
        List<Resource> resources,
        @Nullable String nextCursor,
        @Nullable ResultType resultType,
        @Nullable Object ttlMs,
        @Nullable CacheScope cacheScope,
        @JsonProperty("_meta") @Nullable Map<String, Object> meta,
        List<DroppedItem> dropped,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra)
        implements ListPage<Resource> {
    public ListResourcesResult {
        resources = Require.items(resources, "resource");
        dropped = Require.list(dropped);
        extra = Require.members(extra);
    }

    @Override
    public List<Resource> items() {
        return this.resources;
    }

    @Override
    public ListResourcesResult withItems(List<Resource> items, List<DroppedItem> dropped) {
        return new ListResourcesResult(
                items, this.nextCursor, this.resultType, this.ttlMs, this.cacheScope, this.meta, dropped, this.extra);
    }
}
