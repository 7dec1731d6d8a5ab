package io.mcpclient.schema;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

import io.mcpclient.internal.schema.Require;

/**
 * Mode of tool use by the model during sampling.
 *
 * @param value the name on the wire; unknown names are kept
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/client/sampling">MCP: Sampling</a>
 */
public record ToolChoiceMode(@JsonValue String value) {
    /** {@code auto}. */
    public static final ToolChoiceMode AUTO = new ToolChoiceMode("auto");

    /** {@code required}. */
    public static final ToolChoiceMode REQUIRED = new ToolChoiceMode("required");

    /** {@code none}. */
    public static final ToolChoiceMode NONE = new ToolChoiceMode("none");

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public ToolChoiceMode {
        Require.member(value, "tool choice mode", "value");
    }

    @Override
    public String toString() {
        return this.value;
    }
}
