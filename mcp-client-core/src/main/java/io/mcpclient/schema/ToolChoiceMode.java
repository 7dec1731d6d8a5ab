package io.mcpclient.schema;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * How freely a sampled model may use the tools of the request.
 *
 * @param value the name on the wire; names this client does not know are kept
 * @see "MCP 2026-07-28, client/sampling (SMP-10)"
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
        return value;
    }
}
