package io.mcpclient.schema;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * Whether a tool may or must be called as a task. Absent means {@link #FORBIDDEN}.
 *
 * @param value the name on the wire; names this client does not know are kept
 * @see "MCP 2025-11-25, basic/utilities/tasks (TSKL-04)"
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
        return value;
    }
}
