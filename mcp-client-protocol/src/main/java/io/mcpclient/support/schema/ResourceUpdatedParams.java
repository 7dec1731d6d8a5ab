package io.mcpclient.support.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;

/**
 * Params of {@code notifications/resources/updated}.
 *
 * @param uri URI of the updated resource, possibly a sub-resource of the subscribed one
 * @param meta the {@code _meta} object, or {@code null}
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/resources">MCP: Resources</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ResourceUpdatedParams(
        String uri,
        @JsonProperty("_meta") @Nullable Map<String, Object> meta,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra) {
    public ResourceUpdatedParams {
        Require.member(uri, "resource updated params", "uri");
        extra = Require.members(extra);
    }
}
