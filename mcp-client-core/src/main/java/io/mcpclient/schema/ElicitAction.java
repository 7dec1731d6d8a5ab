package io.mcpclient.schema;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * What the user did with an elicitation: agreed, said no, or dismissed it without an answer.
 *
 * @param value the name on the wire; names this client does not know are kept
 * @see "MCP 2026-07-28, client/elicitation (ELI-16, ELI-17)"
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
        return value;
    }
}
