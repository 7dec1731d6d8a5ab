package io.mcpclient.schema;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

import io.mcpclient.internal.schema.Require;

/**
 * Type of a result. Absent, as in all revisions before 2026-07-28, means {@link #COMPLETE}.
 *
 * @param value the name on the wire; unknown names are kept
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic">MCP: Overview</a>
 */
public record ResultType(@JsonValue String value) {
    /** {@code complete}. */
    public static final ResultType COMPLETE = new ResultType("complete");

    /** {@code input_required}. */
    public static final ResultType INPUT_REQUIRED = new ResultType("input_required");

    /** {@code task}. */
    public static final ResultType TASK = new ResultType("task");

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public ResultType {
        Require.member(value, "result type", "value");
    }

    @Override
    public String toString() {
        return this.value;
    }
}
