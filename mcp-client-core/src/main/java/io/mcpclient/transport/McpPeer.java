package io.mcpclient.transport;

import java.net.URI;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * The location of a server, in the attributes that metrics use.
 *
 * @param networkTransport {@code tcp}, {@code unix} or {@code pipe}; {@code null} for a custom transport
 * @param protocolName {@code http}, or {@code null} for none
 * @param protocolVersion version of that protocol, or {@code null} for none
 * @param address host of the URL, file of the Unix domain socket, or {@code null} if there is no URL
 * @param port port of the URL, 1 to 65535, or {@code null} if there is no URL
 */
public record McpPeer(
        @Nullable String networkTransport,
        @Nullable String protocolName,
        @Nullable String protocolVersion,
        @Nullable String address,
        @Nullable Integer port) {

    /**
     * Describes a server that is accessed over HTTP.
     * @param url its URL, with a host
     * @return the description; it contains no part of the URL but host and port
     */
    public static McpPeer http(URI url) {
        boolean secure = "https".equals(String.valueOf(url.getScheme()).toLowerCase(Locale.ROOT));
        int port = (url.getPort() > 0) ? url.getPort() : (secure ? 443 : 80);
        return new McpPeer("tcp", "http", "1.1", url.getHost(), port);
    }

    /**
     * Describes a server that is accessed over HTTP at a Unix domain socket.
     * @param socket file of the socket
     * @return the description
     */
    public static McpPeer unix(String socket) {
        return new McpPeer("unix", "http", "1.1", socket, null);
    }

    /**
     * Describes a server that runs as a child process.
     * @return the description
     */
    public static McpPeer process() {
        return new McpPeer("pipe", null, null, null, null);
    }

    /**
     * Describes a server behind an unknown transport.
     * @return the description, empty
     */
    public static McpPeer unknown() {
        return new McpPeer(null, null, null, null, null);
    }
}
