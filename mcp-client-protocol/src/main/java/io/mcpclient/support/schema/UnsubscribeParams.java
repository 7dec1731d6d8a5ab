package io.mcpclient.support.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;
import io.mcpclient.schema.McpRequestParams;

/**
 * Params of {@code resources/unsubscribe}, before 2026-07-28.
 *
 * @param uri URI of the resource
 * @param meta the {@code _meta} object, or {@code null}
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/server/resources">
 *     MCP: Resources, Subscriptions</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record UnsubscribeParams(
        String uri, @JsonProperty("_meta") @Nullable Map<String, Object> meta) implements McpRequestParams {
    public UnsubscribeParams {
        Require.member(uri, "unsubscribe params", "uri");
    }

    /** Params for this resource. */
    public static UnsubscribeParams of(String uri) {
        return new UnsubscribeParams(Require.text(uri, "unsubscribe params", "uri"), null);
    }

    /** Returns a copy with this {@code meta}. */
    @Override
    public UnsubscribeParams withMeta(Map<String, Object> meta) {
        return new UnsubscribeParams(this.uri, meta);
    }
}
