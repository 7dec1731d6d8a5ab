package io.mcpclient.extension;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * A method of an extension that the client calls. Immutable.
 *
 * @param name the protocol method, such as {@code skills/list}
 * @param safeToRepeat whether a call may be repeated although the server may have executed it
 * @param requiredSetting member of the server's settings that must be the JSON value {@code true}; {@code null} for a method that every
 *     server with the extension has
 */
public record McpExtensionMethod(
        String name, boolean safeToRepeat, @Nullable String requiredSetting) {

    /**
     * Creates a method that reads only, and that every server with the extension has.
     * @param name the protocol method
     * @return the method
     */
    public static McpExtensionMethod reading(String name) {
        return new McpExtensionMethod(name, true, null);
    }

    /**
     * Creates a method that may change something on the server, and that every server with the extension has.
     * @param name the protocol method
     * @return the method
     */
    public static McpExtensionMethod writing(String name) {
        return new McpExtensionMethod(name, false, null);
    }

    /**
     * Returns a copy that only servers with a setting have.
     * @param requiredSetting member of the server's settings that must be {@code true}
     * @return the copy
     */
    public McpExtensionMethod withRequiredSetting(String requiredSetting) {
        return new McpExtensionMethod(this.name, this.safeToRepeat, requiredSetting);
    }

    /**
     * Returns whether a server with these settings has the method.
     * @param settings settings of the extension that the server has declared
     * @return whether it may be called
     */
    public boolean isOffered(Map<?, ?> settings) {
        return this.requiredSetting == null || Boolean.TRUE.equals(settings.get(this.requiredSetting));
    }
}
