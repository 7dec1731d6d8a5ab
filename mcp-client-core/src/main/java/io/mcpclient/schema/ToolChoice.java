package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * How a sampled model is to use the tools of the request.
 *
 * @param mode the mode; absent means {@code auto}
 * @param extra members not modelled here, kept as they came
 * @see "MCP 2026-07-28, client/sampling, tool choice modes (SMP-10)"
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ToolChoice(
        @Nullable ToolChoiceMode mode,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra) {
    public ToolChoice {
        extra = Require.members(extra);
    }

    /** The mode, with the default filled in. */
    public ToolChoiceMode effectiveMode() {
        return mode != null ? mode : ToolChoiceMode.AUTO;
    }
}
