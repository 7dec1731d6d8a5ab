package io.mcpclient.autoconfigure;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Locale;

import org.jspecify.annotations.Nullable;
import org.springframework.core.env.Environment;

import io.mcpclient.autoconfigure.settings.ServerSettings;
import io.mcpclient.settings.McpHttpSettings;

/**
 * Recognizes the servers that the application itself provides, at a port of its own web server.
 *
 * @param environment has the ports
 */
record OwnServers(Environment environment) {

    /** Returns whether a server is part of the application. */
    boolean isOwn(ServerSettings settings) {
        McpHttpSettings http = settings.http();
        return http != null && settings.service() == null && isOwn(http.url());
    }

    /** Returns whether a URL has a port of this application, and an address of this machine. Resolves no names of others. */
    boolean isOwn(URI url) {
        int port = (url.getPort() >= 0) ? url.getPort() : "https".equalsIgnoreCase(url.getScheme()) ? 443 : 80;
        boolean isOwnPort = port == port("server.port", 8080) || port == port("management.server.port", -1);
        String host = url.getHost();
        return isOwnPort && host != null && isOfThisMachine(host.toLowerCase(Locale.ROOT));
    }

    private int port(String property, int otherwise) {
        Integer port = this.environment.getProperty(property, Integer.class, otherwise);
        return (port != null) ? port : otherwise;
    }

    private static boolean isOfThisMachine(String host) {
        if (host.equals("localhost") || host.endsWith(".localhost") || host.equals(nameOfThisMachine())) {
            return true;
        }
        boolean isAddress = host.startsWith("[") || host.matches("[0-9.]+");
        try {
            InetAddress address = isAddress ? InetAddress.getByName(host) : null;
            return address != null
                    && (address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null);
        } catch (UnknownHostException | SocketException ex) {
            return false;
        }
    }

    private static @Nullable String nameOfThisMachine() {
        try {
            return InetAddress.getLocalHost().getHostName().toLowerCase(Locale.ROOT);
        } catch (UnknownHostException ex) {
            return null;
        }
    }
}
