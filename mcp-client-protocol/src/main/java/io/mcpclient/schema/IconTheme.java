package io.mcpclient.schema;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

import io.mcpclient.internal.schema.Require;

/**
 * Background that an icon is designed for.
 *
 * @param value the name on the wire; unknown names are kept
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic">MCP: Icons</a>
 */
public record IconTheme(@JsonValue String value) {
    /** {@code light}. */
    public static final IconTheme LIGHT = new IconTheme("light");

    /** {@code dark}. */
    public static final IconTheme DARK = new IconTheme("dark");

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public IconTheme {
        Require.member(value, "icon theme", "value");
    }

    @Override
    public String toString() {
        return this.value;
    }
}
