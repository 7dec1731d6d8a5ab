package io.mcpclient.registry;

/**
 * How tools are named in the merged view.
 *
 * @param prefix when the name of the server is put in front
 * @param separator what stands between the name of the server and that of the tool: one or more of {@code A-Z a-z 0-9
 *     _ -}
 * @param maxLength characters of a name, 24 to 128; longer names are cut and get a hash
 */
public record McpToolNaming(Prefix prefix, String separator, int maxLength) {

    /** When the name of the server is put in front of that of the tool. */
    public enum Prefix {

        /** Always: {@code weather_get_forecast}. */
        ALWAYS,

        /** Only for names that more than one server has, and then for all of them. */
        ON_CONFLICT,

        /** Never; names that more than one server has get a hash at the end. */
        NEVER
    }

    /**
     * Checks the settings.
     * @throws IllegalArgumentException if one of them is not legal
     */
    public McpToolNaming {
        if (separator.isEmpty() || !separator.equals(ClaimedNames.safe(separator))) {
            throw new IllegalArgumentException("separator must consist of A-Z a-z 0-9 _ -, for example _");
        }
        if (maxLength < 24 || maxLength > 128) {
            throw new IllegalArgumentException("max-name-length must be from 24 to 128");
        }
    }

    /**
     * Returns the default: a prefix on conflict, an underscore, 64 characters.
     * @return the naming
     */
    public static McpToolNaming defaults() {
        return new McpToolNaming(Prefix.ON_CONFLICT, "_", 64);
    }
}
