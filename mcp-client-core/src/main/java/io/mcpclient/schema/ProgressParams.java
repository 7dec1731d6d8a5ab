package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * Params of {@code notifications/progress}.
 *
 * @param progressToken token of the request it is about, a string or a number
 * @param progress how far, growing
 * @param total where it ends, if known
 * @param message what is going on, from 2025-03-26
 * @param meta the {@code _meta} object, or {@code null}
 * @param extra members not modelled here, kept as they came
 * @see "MCP 2026-07-28, basic/utilities/progress"
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ProgressParams(
        Object progressToken,
        Double progress,
        @Nullable Double total,
        @Nullable String message,
        @JsonProperty("_meta") @Nullable Map<String, Object> meta,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra) {
    public ProgressParams {
        Require.member(progressToken, "progress params", "progressToken");
        Require.member(progress, "progress params", "progress");
        extra = Require.members(extra);
    }
}
