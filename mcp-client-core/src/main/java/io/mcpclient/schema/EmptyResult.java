package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * Result that says no more than that a request succeeded.
 *
 * @param resultType kind of result; absent before 2026-07-28
 * @param meta the {@code _meta} object, or {@code null}
 * @param extra members not modelled here, kept as they came
 * @see "MCP 2026-07-28, schema, EmptyResult"
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

    /** A result without any member. */
    public static EmptyResult of() {
        return new EmptyResult(null, null, Map.of());
    }
}
