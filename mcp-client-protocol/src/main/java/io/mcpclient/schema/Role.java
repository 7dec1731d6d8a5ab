package io.mcpclient.schema;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

import io.mcpclient.internal.schema.Require;

/**
 * Sender of a message, or intended audience of an annotated object.
 *
 * @param value the name on the wire; unknown names are kept
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/schema">MCP: Schema Reference, Role</a>
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
        return this.value;
    }
}
