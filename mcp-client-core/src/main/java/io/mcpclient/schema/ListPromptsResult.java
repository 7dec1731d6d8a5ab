package io.mcpclient.schema;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * One page of the prompts.
 *
 * @param prompts the page, in the server's order
 * @param nextCursor cursor of the next page, possibly empty; {@code null} means this was the last
 * @param resultType kind of result; absent before 2026-07-28
 * @param ttlMs freshness hint in milliseconds, a number if it is a proper one; see {@link #freshMillis()}
 * @param cacheScope who may share the cached answer; absent means private
 * @param meta the {@code _meta} object, or {@code null}
 * @param extra members not modelled here, kept as they came
 * @see "MCP 2026-07-28, server/prompts (PRM-01)"
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ListPromptsResult(
        List<Prompt> prompts,
        @Nullable String nextCursor,
        @Nullable ResultType resultType,
        @Nullable Object ttlMs,
        @Nullable CacheScope cacheScope,
        @JsonProperty("_meta") @Nullable Map<String, Object> meta,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra)
        implements CacheableResult {
    public ListPromptsResult {
        prompts = Require.list(prompts);
        extra = Require.members(extra);
    }
}
