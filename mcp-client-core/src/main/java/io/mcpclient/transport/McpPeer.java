package io.mcpclient.transport;

import java.net.URI;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * Where a server is, as far as the configuration tells, in words that metrics have for it.
 *
 * @param networkTransport {@code tcp} or {@code pipe}; {@code null} for a transport of the application's own
 * @param protocolName {@code http}, or {@code null} for none
 * @param protocolVersion version of that protocol, or {@code null} for none
 * @param address host of the URL, or {@code null} if there is no URL
 * @param port port of the URL, 1 to 65535, or {@code null} if there is no URL
 */
public record McpPeer(
        @Nullable String networkTransport,
        @Nullable String protocolName,
        @Nullable String protocolVersion,
        @Nullable String address,
        @Nullable Integer port) {

    /**
     * Describes a server that is reached over HTTP.
     * @param url its URL, with a host
     * @return the description, without anything but host and port of the URL
     */
    public static McpPeer http(URI url) {
        boolean secure = "https".equals(String.valueOf(url.getScheme()).toLowerCase(Locale.ROOT));
        int port = (url.getPort() > 0) ? url.getPort() : (secure ? 443 : 80);
        return new McpPeer("tcp", "http", "1.1", url.getHost(), port);
    }

    /**
     * Describes a server that is a child process.
     * @return the description
     */
    public static McpPeer process() {
        return new McpPeer("pipe", null, null, null, null);
    }

    /**
     * Describes a server behind a transport that is not known.
     * @return the description, empty
     */
    public static McpPeer unknown() {
        return new McpPeer(null, null, null, null, null);
    }
}
