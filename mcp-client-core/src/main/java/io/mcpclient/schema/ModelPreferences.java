package io.mcpclient.schema;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * What matters to a server when the client selects a model; advice only. The handler of sampling selects it: it tries the
 * hints in their order (SMP-07), each a part of a model's name that may also stand for an equivalent model (SMP-08).
 *
 * @param hints wishes, the first that fits wins over the priorities
 * @param costPriority importance of low cost, 0 to 1
 * @param speedPriority importance of speed, 0 to 1
 * @param intelligencePriority importance of capability, 0 to 1
 * @param extra members not modelled here, kept as they came
 * @see "MCP 2026-07-28, client/sampling (SMP-07, SMP-08)"
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ModelPreferences(
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<ModelHint> hints,
        @Nullable Double costPriority,
        @Nullable Double speedPriority,
        @Nullable Double intelligencePriority,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra) {
    public ModelPreferences {
        hints = Require.list(hints);
        extra = Require.members(extra);
    }
}
