package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * Params of a request that carries nothing but {@code _meta}, such as {@code ping} or {@code server/discover}.
 *
 * @param meta the {@code _meta} object, or {@code null}
 * @param extra members not modelled here, kept as they came
 * @see "MCP 2026-07-28, basic/index, meta (META-13)"
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RequestParams(
        @JsonProperty("_meta") @Nullable Map<String, Object> meta,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra)
        implements McpRequestParams {
    public RequestParams {
        extra = Require.members(extra);
    }

    /** Params without any member. */
    public static RequestParams empty() {
        return new RequestParams(null, Map.of());
    }

    /** Returns a copy with this {@code meta}. */
    @Override
    public RequestParams withMeta(Map<String, Object> meta) {
        return new RequestParams(meta, extra);
    }
}
