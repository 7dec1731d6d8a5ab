package io.mcpclient.registry;

/**
 * Naming rules for tools in the merged view.
 *
 * @param prefix when to prefix names with the server's name
 * @param separator separator between server name and tool name: one or more of {@code A-Z a-z 0-9 _ -}
 * @param maxLength maximum length of a name, 24 to 128; longer names are truncated and get a hash
 */
public record McpToolNaming(Prefix prefix, String separator, int maxLength) {

    /** When to prefix the name of a tool with the name of its server. */
    public enum Prefix {

        /** Always: {@code weather_get_forecast}. */
        ALWAYS,

        /** Only for names used by more than one server, and then for all of them. */
        ON_CONFLICT,

        /** Never; names used by more than one server get a hash suffix. */
        NEVER
    }

    /**
     * Validates the settings.
     * @throws IllegalArgumentException if one of them is invalid
     */
    public McpToolNaming {
        if (separator.isEmpty() || !separator.equals(ToolNameAllocator.safe(separator))) {
            throw new IllegalArgumentException("separator must consist of A-Z a-z 0-9 _ -, for example _");
        }
        if (maxLength < 24 || maxLength > 128) {
            throw new IllegalArgumentException("max-name-length must be from 24 to 128");
        }
    }

    /**
     * Returns the default: prefix on conflict, underscore, 64 characters.
     * @return the naming
     */
    public static McpToolNaming defaults() {
        return new McpToolNaming(Prefix.ON_CONFLICT, "_", 64);
    }
}
