package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;

/**
 * Params of {@code elicitation/create} in form mode: the user fills in a form. Must not request secrets.
 *
 * @param mode {@code form} or absent
 * @param message message to present to the user; untrusted text
 * @param requestedSchema the form
 * @param task requests execution as a task, only in 2025-11-25
 * @param meta the {@code _meta} object, or {@code null}
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation">MCP: Elicitation</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ElicitFormParams(
        @Nullable String mode,
        String message,
        RequestedSchema requestedSchema,
        @Nullable TaskMetadata task,
        @JsonProperty("_meta") @Nullable Map<String, Object> meta,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra)
        implements ElicitParams {
    public ElicitFormParams {
        if (mode != null && !mode.equals("form")) {
            throw new IllegalArgumentException("elicit params have an unknown \"mode\": " + mode);
        }
        Require.member(message, "elicit form params", "message");
        Require.member(requestedSchema, "elicit form params", "requestedSchema");
        extra = Require.members(extra);
    }
}
