package io.mcpclient.discovery;

import io.mcpclient.discovery.internal.LookupFailures;
import io.mcpclient.text.SafeText;

/**
 * Name and version of a server in a registry, such as {@code com.example/orders@1.4.0}. Immutable.
 *
 * @param name reverse domain name and name
 * @param version exact version, or {@code latest}
 */
public record McpServerReference(String name, String version) {

    /** The version that a registry resolves to the latest one. */
    public static final String LATEST = "latest";

    /**
     * Checks the form of both.
     * @throws io.mcpclient.error.McpConfigurationException if one has another form
     */
    public McpServerReference {
        if (!ServerNames.NAME.matcher(name).matches()) {
            throw LookupFailures.invalid(
                    "name",
                    "is not the name of a server: " + SafeText.excerpt(name),
                    "Use one like com.example/orders.");
        }
        if (!ServerNames.VERSION.matcher(version).matches()) {
            throw LookupFailures.invalid(
                    "version",
                    "is not an exact version: " + SafeText.excerpt(version),
                    "Use one like 1.4.0, or latest.");
        }
    }

    /**
     * Parses a reference.
     * @param text name, and after {@code @} the version; {@code latest} without it
     * @return the reference
     * @throws io.mcpclient.error.McpConfigurationException if it has another form
     */
    public static McpServerReference parse(String text) {
        int at = text.indexOf('@');
        return (at < 0)
                ? new McpServerReference(text, LATEST)
                : new McpServerReference(text.substring(0, at), text.substring(at + 1));
    }

    @Override
    public String toString() {
        return this.name + "@" + this.version;
    }
}
