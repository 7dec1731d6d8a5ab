package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * Asks the user to fill in a form. Not for secrets.
 *
 * @param mode {@code form} or absent
 * @param message what to tell the user; untrusted text
 * @param requestedSchema the form
 * @param task asks to run the request as a task, only in 2025-11-25
 * @param meta the {@code _meta} object, or {@code null}
 * @param extra members not modelled here, kept as they came
 * @see "MCP 2026-07-28, client/elicitation (ELI-02, ELI-08, ELI-32)"
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
