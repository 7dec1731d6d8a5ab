package io.mcpclient.schema;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * One page of the resources.
 *
 * @param resources the page, in the server's order
 * @param nextCursor cursor of the next page, possibly empty; {@code null} means this was the last
 * @param resultType kind of result; absent before 2026-07-28
 * @param ttlMs freshness hint in milliseconds, a number if it is a proper one; see {@link #freshMillis()}
 * @param cacheScope who may share the cached answer; absent means private
 * @param meta the {@code _meta} object, or {@code null}
 * @param dropped what was left out of the page, never on the wire; see {@link ListPage}
 * @param extra members not modelled here, kept as they came
 * @see "MCP 2026-07-28, server/resources (RES-01)"
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
        return resources;
    }

    @Override
    public ListResourcesResult withItems(List<Resource> items, List<DroppedItem> dropped) {
        return new ListResourcesResult(items, nextCursor, resultType, ttlMs, cacheScope, meta, dropped, extra);
    }
}
