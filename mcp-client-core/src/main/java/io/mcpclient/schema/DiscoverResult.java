package io.mcpclient.schema;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * Answer to {@code server/discover}.
 *
 * @param supportedVersions revisions the server speaks
 * @param capabilities what the server offers; absent means nothing
 * @param instructions advice on how to use the server; untrusted text
 * @param resultType kind of result; absent before 2026-07-28
 * @param ttlMs freshness hint in milliseconds, a number if it is a proper one; see {@link #freshMillis()}
 * @param cacheScope who may share the cached answer; absent means private
 * @param meta the {@code _meta} object, or {@code null}
 * @param extra members not modelled here, kept as they came
 * @see "MCP 2026-07-28, server/discover (CAP-14, CACHE-01)"
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DiscoverResult(
        List<String> supportedVersions,
        ServerCapabilities capabilities,
        @Nullable String instructions,
        @Nullable ResultType resultType,
        @Nullable Object ttlMs,
        @Nullable CacheScope cacheScope,
        @JsonProperty("_meta") @Nullable Map<String, Object> meta,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra)
        implements CacheableResult {
    public DiscoverResult {
        supportedVersions = Require.list(supportedVersions);
        capabilities = capabilities == null ? ServerCapabilities.none() : capabilities;
        extra = Require.members(extra);
    }
}
