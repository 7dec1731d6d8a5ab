package io.mcpclient.support.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;
import io.mcpclient.schema.McpRequestParams;

/**
 * Params of {@code resources/subscribe}, before 2026-07-28.
 *
 * @param uri URI of the resource
 * @param meta the {@code _meta} object, or {@code null}
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/server/resources">
 *     MCP: Resources, Subscriptions</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SubscribeParams(
        String uri, @JsonProperty("_meta") @Nullable Map<String, Object> meta) implements McpRequestParams {
    public SubscribeParams {
        Require.member(uri, "subscribe params", "uri");
    }

    /** Params for this resource. */
    public static SubscribeParams of(String uri) {
        return new SubscribeParams(Require.text(uri, "subscribe params", "uri"), null);
    }

    /** Returns a copy with this {@code meta}. */
    @Override
    public SubscribeParams withMeta(Map<String, Object> meta) {
        return new SubscribeParams(this.uri, meta);
    }
}
