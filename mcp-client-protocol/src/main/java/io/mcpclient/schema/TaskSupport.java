package io.mcpclient.schema;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

import io.mcpclient.internal.schema.Require;

/**
 * Whether a tool may or must be called as a task. Absent means {@link #FORBIDDEN}.
 *
 * @param value the name on the wire; unknown names are kept
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks">MCP: Tasks</a>
 */
public record TaskSupport(@JsonValue String value) {
    /** {@code forbidden}. */
    public static final TaskSupport FORBIDDEN = new TaskSupport("forbidden");

    /** {@code optional}. */
    public static final TaskSupport OPTIONAL = new TaskSupport("optional");

    /** {@code required}. */
    public static final TaskSupport REQUIRED = new TaskSupport("required");

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public TaskSupport {
        Require.member(value, "task support", "value");
    }

    @Override
    public String toString() {
        return this.value;
    }
}
