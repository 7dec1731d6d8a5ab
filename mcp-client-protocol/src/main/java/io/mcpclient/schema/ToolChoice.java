package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;

/**
 * Rules for the use of tools by the model during sampling.
 *
 * @param mode the mode; absent means {@code auto}
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/client/sampling">
 *     MCP: Sampling, Tool Choice Modes</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ToolChoice(
        @Nullable ToolChoiceMode mode,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra) {
    public ToolChoice {
        extra = Require.members(extra);
    }

    /** Returns the mode or its default. */
    public ToolChoiceMode effectiveMode() {
        return this.mode != null ? this.mode : ToolChoiceMode.AUTO;
    }
}
