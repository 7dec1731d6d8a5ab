package io.mcpclient.support.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;

/**
 * Params of {@code notifications/progress}.
 *
 * @param progressToken token of the associated request, a string or a number
 * @param progress progress so far, increasing
 * @param total total amount of progress required, if known
 * @param message description of the current progress, since 2025-03-26
 * @param meta the {@code _meta} object, or {@code null}
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/utilities/progress">MCP: Progress</a>
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
