package io.mcpclient.support.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;
import io.mcpclient.schema.McpRequestParams;

/**
 * Params of a request with {@code _meta} only, such as {@code ping} or {@code server/discover}.
 *
 * @param meta the {@code _meta} object, or {@code null}
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic">MCP: Meta</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RequestParams(
        @JsonProperty("_meta") @Nullable Map<String, Object> meta,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra)
        implements McpRequestParams {
    public RequestParams {
        extra = Require.members(extra);
    }

    /** Params without members. */
    public static RequestParams empty() {
        return new RequestParams(null, Map.of());
    }

    /** Returns a copy with this {@code meta}. */
    @Override
    public RequestParams withMeta(Map<String, Object> meta) {
        return new RequestParams(meta, this.extra);
    }
}
