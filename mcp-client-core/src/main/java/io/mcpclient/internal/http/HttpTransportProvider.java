package io.mcpclient.internal.http;

import reactor.core.publisher.Mono;

import io.mcpclient.settings.HttpTransportType;
import io.mcpclient.transport.HttpClients;
import io.mcpclient.transport.McpTransport;
import io.mcpclient.transport.TransportProvider;

/** Provides HTTP transports with fixed settings. Thread-safe. */
public final class HttpTransportProvider implements TransportProvider {

    private final HttpTransportSettings settings;

    private final HttpClients clients;

    private final HttpTransportType type;

    private final ReceiveBudget receiving;

    /**
     * Creates a provider that detects the transport of the server. Opens no connection yet.
     * @param settings settings of the transport
     * @param clients HTTP clients shared with other servers
     */
    public HttpTransportProvider(HttpTransportSettings settings, HttpClients clients) {
        this(settings, clients, HttpTransportType.AUTO);
    }

    /**
     * Creates a provider. Opens no connection yet.
     * @param settings settings of the transport
     * @param clients HTTP clients shared with other servers
     * @param type transport to use
     */
    public HttpTransportProvider(HttpTransportSettings settings, HttpClients clients, HttpTransportType type) {
        this.settings = settings;
        this.clients = clients;
        this.type = type;
        this.receiving = ReceiveBudget.of(settings.maxMessageSize());
    }

    @Override
    public Mono<McpTransport> create(Context context) {
        return Mono.fromSupplier(() -> {
            HttpWire wire = new HttpWire(context, this.settings, this.clients, this.receiving);
            return switch (this.type) {
                case AUTO -> new AutoHttpTransport(wire, this.settings.connectTimeout());
                case STREAMABLE_HTTP -> new HttpTransport(wire);
                case SSE -> new SseTransport(wire);
            };
        });
    }
}
