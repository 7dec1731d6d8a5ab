package io.mcpclient.internal.http;

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
        this.settings = settings;
        this.clients = clients;
        this.receiving = ReceiveBudget.of(settings.maxMessageSize());
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
