package io.mcpclient.schema;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

import io.mcpclient.internal.schema.Require;

/**
 * User action in response to an elicitation: accepted, explicitly declined, or dismissed without a choice.
 *
 * @param value the name on the wire; unknown names are kept
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation">MCP: Elicitation</a>
 */
public record ElicitAction(@JsonValue String value) {
    /** {@code accept}. */
    public static final ElicitAction ACCEPT = new ElicitAction("accept");

    /** {@code decline}. */
    public static final ElicitAction DECLINE = new ElicitAction("decline");

    /** {@code cancel}. */
    public static final ElicitAction CANCEL = new ElicitAction("cancel");

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public ElicitAction {
        Require.member(value, "elicit action", "value");
    }

    @Override
    public String toString() {
        return this.value;
    }
}
