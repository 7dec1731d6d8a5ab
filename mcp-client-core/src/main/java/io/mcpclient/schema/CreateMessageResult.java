package io.mcpclient.schema;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * What a model said.
 *
 * @param role who speaks, usually the assistant
 * @param content what is said; one block is written alone, as revisions up to 2025-06-18 need it
 * @param model name of the model
 * @param stopReason why it stopped
 * @param meta the {@code _meta} object, or {@code null}
 * @param extra members not modelled here, kept as they came
 * @see "MCP 2026-07-28, client/sampling (SMP-15, SMP-16)"
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CreateMessageResult(
        Role role,

        @JsonFormat(
                with = {
                    JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY,
                    JsonFormat.Feature.WRITE_SINGLE_ELEM_ARRAYS_UNWRAPPED
                })
        List<SamplingContent> content,

        String model,
        @Nullable StopReason stopReason,
        @JsonProperty("_meta") @Nullable Map<String, Object> meta,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra)
        implements InputResponse {
    public CreateMessageResult {
        Require.member(role, "create message result", "role");
        content = Require.list(content);
        Require.member(model, "create message result", "model");
        extra = Require.members(extra);
    }

    /** What the assistant said, in one or more blocks. */
    public static CreateMessageResult of(String model, SamplingContent... content) {
        if (content.length == 0) {
            throw new IllegalArgumentException("create message result has no \"content\"");
        }
        return new CreateMessageResult(
                Role.ASSISTANT,
                List.of(content),
                Require.text(model, "create message result", "model"),
                null,
                null,
                Map.of());
    }

    /** Returns a copy with this {@code stopReason}. */
    public CreateMessageResult withStopReason(StopReason stopReason) {
        return new CreateMessageResult(role, content, model, stopReason, meta, extra);
    }

    /** Returns a copy with this {@code meta}. */
    public CreateMessageResult withMeta(Map<String, Object> meta) {
        return new CreateMessageResult(role, content, model, stopReason, meta, extra);
    }
}
