package io.mcpclient.settings;

import org.jspecify.annotations.Nullable;

import io.mcpclient.error.McpConfigurationException;

/**
 * A proxy. {@code toString} shows no credentials.
 *
 * @param type kind of the proxy
 * @param host its host name, empty for {@link Type#SYSTEM}
 * @param port its port, 1 to 65535; 0 for {@link Type#SYSTEM}
 * @param username user name for the proxy, without a colon unless the type is SOCKS; {@code null} for none
 * @param password password of that user, {@code null} exactly if there is no user name; {@code null} for SOCKS 4, which has none
 * @see "RFC 9110, section 7.3.2 and 11.7.1; RFC 7617"
 */
public record McpHttpProxy(
        Type type,
        String host,
        int port,
        @Nullable String username,
        @Nullable String password) {

    /** Kinds of proxies. All of them resolve the name of the server. */
    public enum Type {

        /** An HTTP proxy: {@code https} is tunneled, {@code http} is forwarded. */
        HTTP,

        /** SOCKS 4a, with an optional user name. */
        SOCKS4,

        /** SOCKS 5, with optional credentials. */
        SOCKS5,

        /**
         * The proxy that {@link java.net.ProxySelector} has for each URL when a connection to it is opened, such as that of the system
         * properties {@code https.proxyHost} and {@code http.nonProxyHosts}; none if it has none.
         */
        SYSTEM
    }

    private static final String CREDENTIALS_REMEDY = "Correct the credentials of the proxy.";

    /**
     * Checks the values.
     * @throws McpConfigurationException if there is no proxy at such an address, or the credentials cannot be sent; the message
     *     does not contain them
     */
    public McpHttpProxy {
        boolean isSystem = type == Type.SYSTEM;
        if (isSystem && (!host.isEmpty() || port != 0)) {
            throw SettingChecks.invalid(
                    "proxy.type", "is system, while there is a host or a port", "Remove one of the two.");
        }
        if (!isSystem && host.isBlank()) {
            throw SettingChecks.invalid("proxy.host", "is empty", "Set the host of the proxy.");
        }
        if (host.chars().anyMatch(each -> each == '/' || each == '@' || Character.isWhitespace(each))) {
            throw SettingChecks.invalid(
                    "proxy.host",
                    "is not a host",
                    "Use the name or address of the proxy alone. Its port, user name and password have properties of their own.");
        }
        if (!isSystem && (port < 1 || port > 65535)) {
            throw SettingChecks.invalid("proxy.port", "is " + port, "Use a number from 1 to 65535.");
        }
        if (type == Type.SOCKS4 && password != null) {
            throw SettingChecks.invalid(
                    "proxy.password",
                    "is set, but SOCKS 4 has no passwords",
                    "Remove it, or set proxy.type to socks5.");
        }
        if (type != Type.SOCKS4 && (username == null) != (password == null)) {
            throw SettingChecks.invalid(
                    "proxy.username", "has a user name or a password, but not both", CREDENTIALS_REMEDY);
        }
        if (username != null && username.indexOf(':') >= 0 && (type == Type.HTTP || isSystem)) {
            throw SettingChecks.invalid(
                    "proxy.username",
                    "has a user name with a colon, which Basic authentication does not allow",
                    CREDENTIALS_REMEDY);
        }
    }

    /**
     * Creates an HTTP proxy.
     * @param host its host name
     * @param port its port
     * @param username user name for Basic authentication at the proxy, {@code null} for none
     * @param password password of that user, {@code null} for none
     */
    public McpHttpProxy(String host, int port, @Nullable String username, @Nullable String password) {
        this(Type.HTTP, host, port, username, password);
    }

    /**
     * Creates an HTTP proxy that requires no credentials.
     * @param host its host name
     * @param port its port
     */
    public McpHttpProxy(String host, int port) {
        this(host, port, null, null);
    }

    /**
     * Returns the proxies of the Java runtime, without credentials.
     * @return the proxy of type {@link Type#SYSTEM}
     */
    public static McpHttpProxy system() {
        return new McpHttpProxy(Type.SYSTEM, "", 0, null, null);
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
        return "McpHttpProxy[" + ((this.type == Type.SYSTEM) ? "system" : address()) + "]";
    }
}
