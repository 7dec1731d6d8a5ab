package io.mcpclient.schema;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * Who speaks in a message, or whom an annotated object is meant for.
 *
 * @param value the name on the wire; names this client does not know are kept
 * @see "MCP 2026-07-28, schema, Role"
 */
public record Role(@JsonValue String value) {
    /** {@code user}. */
    public static final Role USER = new Role("user");

    /** {@code assistant}. */
    public static final Role ASSISTANT = new Role("assistant");

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public Role {
        Require.member(value, "role", "value");
    }

    @Override
    public String toString() {
        return value;
    }
}
