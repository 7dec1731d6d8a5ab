package io.mcpclient.registry;

import org.jspecify.annotations.Nullable;

import io.mcpclient.call.RequiredArgument;

/**
 * Naming rules for tools in the merged view. Immutable; the methods return copies.
 *
 * @param prefix when to prefix names with the server's name
 * @param separator separator between server name and tool name: one or more of {@code A-Z a-z 0-9 _ -}
 * @param maxLength maximum length of a name, 24 to 128; longer names are truncated and get a hash
 * @param style how names of servers and tools are written
 * @param namer chooses names of tools that the other rules would name otherwise, or {@code null} for none; has no effect on prompts
 */
public record McpToolNaming(
        Prefix prefix,
        String separator,
        int maxLength,
        Style style,
        @Nullable McpToolNamer namer) {

    /** When to prefix the name of a tool with the name of its server. */
    public enum Prefix {

        /** Always: {@code weather_get_forecast}. */
        ALWAYS,

        /**
         * Only for names used by more than one server, and then for all of them. A tool of a server that is added at run time is
         * prefixed alone: it does not rename the tools of servers that were there before.
         */
        ON_CONFLICT,

        /** Never; names used by more than one server get a hash suffix, where they would get the prefix otherwise. */
        NEVER
    }

    /**
     * How the names of servers and tools are written. Other characters than {@code A-Z a-z 0-9 _ -} always become underscores, and a
     * name that would begin with a digit or a hyphen begins with an underscore.
     */
    public enum Style {

        /** As they are: {@code get-sum}. */
        AS_SENT,

        /** With underscores instead of hyphens, also in prefixes: {@code get_sum}. */
        UNDERSCORES
    }

    /**
     * Validates the settings.
     * @throws IllegalArgumentException if one of them is invalid
     */
    public McpToolNaming {
        RequiredArgument.of("", "naming", "style", style);
        if (separator.isEmpty() || !separator.equals(ToolNameForms.safe(separator))) {
            throw new IllegalArgumentException("separator must consist of A-Z a-z 0-9 _ -, for example _");
        }
        if (maxLength < 24 || maxLength > 128) {
            throw new IllegalArgumentException("max-name-length must be from 24 to 128");
        }
    }

    /**
     * Creates rules for names as they are sent.
     * @param prefix when to prefix names with the server's name
     * @param separator separator between server name and tool name: one or more of {@code A-Z a-z 0-9 _ -}
     * @param maxLength maximum length of a name, 24 to 128
     * @throws IllegalArgumentException if one of them is invalid
     */
    public McpToolNaming(Prefix prefix, String separator, int maxLength) {
        this(prefix, separator, maxLength, Style.AS_SENT, null);
    }

    /**
     * Returns the default: prefix on conflict, underscore, 64 characters, as sent.
     * @return the naming
     */
    public static McpToolNaming defaults() {
        return new McpToolNaming(Prefix.ON_CONFLICT, "_", 64);
    }

    /**
     * Sets how names are written.
     * @param style {@link Style#AS_SENT} by default
     * @return the copy
     * @throws io.mcpclient.error.McpRejectedException if the style is {@code null}
     */
    public McpToolNaming withStyle(Style style) {
        return new McpToolNaming(this.prefix, this.separator, this.maxLength, style, this.namer);
    }

    /**
     * Sets which names the application chooses.
     * @param namer chooses names of tools; {@code null} for none
     * @return the copy
     */
    public McpToolNaming withNamer(@Nullable McpToolNamer namer) {
        return new McpToolNaming(this.prefix, this.separator, this.maxLength, this.style, namer);
    }
}
