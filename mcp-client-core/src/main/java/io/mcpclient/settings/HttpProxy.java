package io.mcpclient.settings;

import org.jspecify.annotations.Nullable;

/**
 * An HTTP proxy. {@code toString} shows no credentials.
 *
 * @param host its host name
 * @param port its port, 1 to 65535
 * @param username user name for Basic authentication at the proxy, without a colon; {@code null} for none
 * @param password password of that user, {@code null} exactly if there is no user name
 * @see "RFC 9110, section 7.3.2 and 11.7.1; RFC 7617"
 */
public record HttpProxy(
        String host,
        int port,
        @Nullable String username,
        @Nullable String password) {

    /**
     * Checks the values.
     * @throws IllegalArgumentException if the credentials cannot be sent; the message does not contain them
     */
    public HttpProxy {
        if ((username == null) != (password == null)) {
            throw new IllegalArgumentException("has a user name or a password, but not both");
        }
        if (username != null && username.indexOf(':') >= 0) {
            throw new IllegalArgumentException(
                    "has a user name with a colon, which Basic authentication does not allow");
        }
    }

    /**
     * Creates a proxy that requires no credentials.
     * @param host its host name
     * @param port its port
     */
    public HttpProxy(String host, int port) {
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
        return "HttpProxy[" + address() + "]";
    }
}
