package io.mcpclient.autoconfigure.observation;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.beans.factory.DisposableBean;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;

/** Binds the meters of all clients, including those that are added or removed at run time. Thread-safe. */
public final class McpMeterBinder implements MeterBinder, DisposableBean {

    private final McpClients clients;

    private final boolean serverName;

    private final List<Bound> bound = new CopyOnWriteArrayList<>();

    /**
     * Creates a binder.
     * @param clients clients to measure
     * @param serverName whether session durations are tagged with the configured name of their server
     */
    McpMeterBinder(McpClients clients, boolean serverName) {
        this.clients = clients;
        this.serverName = serverName;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Bound listener = new Bound(registry, this.serverName);
        this.bound.add(listener);
        this.clients.addListener(listener);
    }

    @Override
    public void destroy() {
        this.bound.forEach(this.clients::removeListener);
    }

    /** Meters in one registry. */
    private static final class Bound implements McpClients.Listener {

        private final MeterRegistry registry;

        private final boolean serverName;

        private final Map<McpClient, McpClientMeters> meters = new ConcurrentHashMap<>();

        Bound(MeterRegistry registry, boolean serverName) {
            this.registry = registry;
            this.serverName = serverName;
        }

        @Override
        public void onAdded(McpClient client) {
            this.meters.computeIfAbsent(client, added -> new McpClientMeters(added, this.registry, this.serverName));
        }

        @Override
        public void onRemoved(McpClient client) {
            McpClientMeters removed = this.meters.remove(client);
            if (removed != null) {
                removed.remove();
            }
        }
    }
}
