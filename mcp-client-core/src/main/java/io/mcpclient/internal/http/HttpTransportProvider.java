package io.mcpclient.internal.http;

import java.net.URI;

import reactor.core.publisher.Mono;

import io.mcpclient.transport.McpHttpClients;
import io.mcpclient.transport.McpTransport;
import io.mcpclient.transport.TransportProvider;

/** Provides HTTP transports with fixed settings. Thread-safe. */
public final class HttpTransportProvider implements TransportProvider {

    private final HttpTransportSettings settings;

    private final McpHttpClients clients;

    private final ReceiveBudget receiving;

    /**
     * Creates a provider. Opens no connection yet.
     * @param settings settings of the transport
     * @param clients HTTP clients shared with other servers
     */
    public HttpTransportProvider(HttpTransportSettings settings, McpHttpClients clients) {
        this(settings, clients, ReceiveBudget.of(settings.maxMessageSize()));
    }

    private HttpTransportProvider(HttpTransportSettings settings, McpHttpClients clients, ReceiveBudget receiving) {
        this.settings = settings;
        this.clients = clients;
        this.receiving = receiving;
    }

    /**
     * Returns a provider for a resolved address of the server, with the same settings and the same budget of memory.
     * @param address URL of the endpoint
     * @return the provider
     * @throws io.mcpclient.error.McpConfigurationException if the address cannot be used
     */
    public HttpTransportProvider at(URI address) {
        return new HttpTransportProvider(this.settings.at(address), this.clients, this.receiving);
    }

    @Override
    public Mono<McpTransport> create(Context context) {
        return Mono.fromSupplier(() -> {
            HttpWire wire = new HttpWire(context, this.settings, this.clients, this.receiving);
            return switch (this.settings.http().transport()) {
                case AUTO -> new AutoHttpTransport(wire, this.settings.connectTimeout());
                case STREAMABLE_HTTP -> new HttpTransport(wire);
                case SSE -> new SseTransport(wire);
            };
        });
    }
}
