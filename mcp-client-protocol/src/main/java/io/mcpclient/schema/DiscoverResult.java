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
 * Result of {@code server/discover}.
 *
 * @param supportedVersions protocol revisions supported by the server
 * @param capabilities capabilities of the server; absent means none
 * @param instructions instructions for using the server; untrusted text
 * @param resultType kind of result; absent before 2026-07-28
 * @param ttlMs freshness hint in milliseconds, a number if valid; see {@link #freshMillis()}
 * @param cacheScope scope of the cached response; absent means private
 * @param meta the {@code _meta} object, or {@code null}
 * @param omitted why members were left out or replaced that do not fit, never sent
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/discover">MCP: Discovery</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties("omitted")
public record DiscoverResult(
        List<String> supportedVersions,
        ServerCapabilities capabilities,
        @Nullable String instructions,
        @Nullable ResultType resultType,
        @Nullable Object ttlMs,
        @Nullable CacheScope cacheScope,
        @JsonProperty("_meta") @Nullable Map<String, Object> meta,
        List<String> omitted,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra)
        implements CacheableResult {
    public DiscoverResult {
        supportedVersions = Require.list(supportedVersions);
        capabilities = capabilities == null ? ServerCapabilities.none() : capabilities;
        omitted = Require.list(omitted);
        extra = Require.members(extra);
    }

    /** Returns a copy with this {@code omitted}. */
    public DiscoverResult withOmitted(List<String> omitted) {
        return new DiscoverResult(
                this.supportedVersions,
                this.capabilities,
                this.instructions,
                this.resultType,
                this.ttlMs,
                this.cacheScope,
                this.meta,
                omitted,
                this.extra);
    }
}
