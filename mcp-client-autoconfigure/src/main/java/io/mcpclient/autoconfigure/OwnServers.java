package io.mcpclient.autoconfigure;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;
import org.springframework.core.env.Environment;

import io.mcpclient.settings.McpHttpSettings;

/**
 * Connects the required servers that the application itself provides, at a port of its own web server. They cannot be connected
 * with the others, because a web server opens its port when everything else is started; the start waits for them here.
 */
final class OwnServers implements SmartLifecycle {

    /** After the web servers of the application (MAX - 2048) and its management (MAX - 1536). */
    private static final int PHASE = DEFAULT_PHASE - 512;

    private final Environment environment;

    private final ConnectQueue queue;

    private volatile List<ConnectQueue.Entry> deferred = List.of();

    private volatile boolean running;

    /**
     * Creates the list.
     * @param environment has the ports
     * @param queue connects the servers
     */
    OwnServers(Environment environment, ConnectQueue queue) {
        this.environment = environment;
        this.queue = queue;
    }

    /**
     * Defers the servers of the application itself until its web server has started.
     * @return the others
     */
    List<ConnectQueue.Entry> defer(List<ConnectQueue.Entry> entries) {
        Map<Boolean, List<ConnectQueue.Entry>> parts = entries.stream().collect(Collectors.partitioningBy(this::isOwn));
        this.deferred = parts.getOrDefault(true, List.of());
        return parts.getOrDefault(false, List.of());
    }

    private boolean isOwn(ConnectQueue.Entry entry) {
        McpHttpSettings http = entry.settings().http();
        return entry.settings().required() && http != null && entry.settings().service() == null && isOwn(http.url());
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

    @Override
    public int getPhase() {
        return PHASE;
    }

    @Override
    public void start() {
        this.running = true;
        this.queue.start(this.deferred);
    }

    @Override
    public void stop() {
        this.running = false;
        this.queue.stop();
    }

    @Override
    public boolean isRunning() {
        return this.running;
    }
}
