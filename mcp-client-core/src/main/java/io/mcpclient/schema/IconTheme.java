package io.mcpclient.schema;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * The background an icon is drawn for.
 *
 * @param value the name on the wire; names this client does not know are kept
 * @see "MCP 2026-07-28, basic/index, icons (ICON-01)"
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
        return value;
    }
}
