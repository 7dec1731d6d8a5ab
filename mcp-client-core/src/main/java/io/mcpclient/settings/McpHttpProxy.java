package io.mcpclient.settings;

import org.jspecify.annotations.Nullable;

import io.mcpclient.error.McpConfigurationException;

/**
 * An HTTP proxy. {@code toString} shows no credentials.
 *
 * @param host its host name
 * @param port its port, 1 to 65535
 * @param username user name for Basic authentication at the proxy, without a colon; {@code null} for none
 * @param password password of that user, {@code null} exactly if there is no user name
 * @see "RFC 9110, section 7.3.2 and 11.7.1; RFC 7617"
 */
public record McpHttpProxy(
        String host,
        int port,
        @Nullable String username,
        @Nullable String password) {

    private static final String CREDENTIALS_REMEDY = "Correct the credentials of the proxy.";

    /**
     * Checks the values.
     * @throws McpConfigurationException if there is no proxy at such an address, or the credentials cannot be sent; the message
     *     does not contain them
     */
    public McpHttpProxy {
        if (host.isBlank()) {
            throw SettingChecks.invalid("proxy.host", "is empty", "Set the host of the proxy.");
        }
        if (port < 1 || port > 65535) {
            throw SettingChecks.invalid("proxy.port", "is " + port, "Use a number from 1 to 65535.");
        }
        if ((username == null) != (password == null)) {
            throw SettingChecks.invalid(
                    "proxy.username", "has a user name or a password, but not both", CREDENTIALS_REMEDY);
        }
        if (username != null && username.indexOf(':') >= 0) {
            throw SettingChecks.invalid(
                    "proxy.username",
                    "has a user name with a colon, which Basic authentication does not allow",
                    CREDENTIALS_REMEDY);
        }
    }

    /**
     * Creates a proxy that requires no credentials.
     * @param host its host name
     * @param port its port
     */
    public McpHttpProxy(String host, int port) {
        this(host, port, null, null);
    }

    /**
     * Returns host and port.
     * @return the two, as they are shown in messages
     */
    public String address() {
        return (this.host.indexOf(':') >= 0) ? "[" + this.host + "]:" + this.port : this.host + ":" + this.port;
    }

    @Override
    public String toString() {
        return "McpHttpProxy[" + address() + "]";
    }
}
