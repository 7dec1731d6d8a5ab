package io.mcpclient.schema;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

import io.mcpclient.internal.schema.Require;

/**
 * State of a task.
 *
 * @param value the name on the wire; unknown names are kept
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks">MCP: Tasks</a>
 */
public record TaskStatus(@JsonValue String value) {
    /** {@code working}. */
    public static final TaskStatus WORKING = new TaskStatus("working");

    /** {@code input_required}. */
    public static final TaskStatus INPUT_REQUIRED = new TaskStatus("input_required");

    /** {@code completed}. */
    public static final TaskStatus COMPLETED = new TaskStatus("completed");

    /** {@code failed}. */
    public static final TaskStatus FAILED = new TaskStatus("failed");

    /** {@code cancelled}. */
    public static final TaskStatus CANCELLED = new TaskStatus("cancelled");

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public TaskStatus {
        Require.member(value, "task status", "value");
    }

    /** Whether the state is terminal; an unknown state is not. */
    public boolean isTerminal() {
        return equals(COMPLETED) || equals(FAILED) || equals(CANCELLED);
    }

    @Override
    public String toString() {
        return this.value;
    }
}
