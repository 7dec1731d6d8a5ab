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

/** Binds the meters of all clients, and follows clients that come and go. Thread-safe. */
public final class McpMeterBinder implements MeterBinder, DisposableBean {

    private final McpClients clients;

    private final List<Bound> bound = new CopyOnWriteArrayList<>();

    McpMeterBinder(McpClients clients) {
        this.clients = clients;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Bound listener = new Bound(registry);
        this.bound.add(listener);
        this.clients.addListener(listener);
    }

    @Override
    public void destroy() {
        this.bound.forEach(this.clients::removeListener);
    }

    /** The meters in one registry. */
    private static final class Bound implements McpClients.Listener {

        private final MeterRegistry registry;

        private final Map<McpClient, McpClientMeters> meters = new ConcurrentHashMap<>();

        Bound(MeterRegistry registry) {
            this.registry = registry;
        }

        @Override
        public void onAdded(McpClient client) {
            this.meters.computeIfAbsent(client, added -> new McpClientMeters(added, this.registry));
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
