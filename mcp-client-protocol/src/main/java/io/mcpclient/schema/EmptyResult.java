package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;

/**
 * Result that indicates success but carries no data.
 *
 * @param resultType kind of result; absent before 2026-07-28
 * @param meta the {@code _meta} object, or {@code null}
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/schema">MCP: Schema Reference, EmptyResult</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record EmptyResult(
        @Nullable ResultType resultType,
        @JsonProperty("_meta") @Nullable Map<String, Object> meta,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra)
        implements McpResult {
    public EmptyResult {
        extra = Require.members(extra);
    }

    /** A result without members. */
    public static EmptyResult of() {
        return new EmptyResult(null, null, Map.of());
    }
}
