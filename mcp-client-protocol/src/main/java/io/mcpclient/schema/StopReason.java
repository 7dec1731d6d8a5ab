package io.mcpclient.schema;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

import io.mcpclient.internal.schema.Require;

/**
 * Reason why sampling stopped; any other string is also valid.
 *
 * @param value the name on the wire; unknown names are kept
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/client/sampling">MCP: Sampling</a>
 */
public record StopReason(@JsonValue String value) {
    /** {@code endTurn}. */
    public static final StopReason END_TURN = new StopReason("endTurn");

    /** {@code stopSequence}. */
    public static final StopReason STOP_SEQUENCE = new StopReason("stopSequence");

    /** {@code maxTokens}. */
    public static final StopReason MAX_TOKENS = new StopReason("maxTokens");

    /** {@code toolUse}. */
    public static final StopReason TOOL_USE = new StopReason("toolUse");

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public StopReason {
        Require.member(value, "stop reason", "value");
    }

    @Override
    public String toString() {
        return this.value;
    }
}
