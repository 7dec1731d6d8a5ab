package io.mcpclient.transport.http;

import reactor.core.publisher.Mono;

import io.mcpclient.transport.McpTransport;
import io.mcpclient.transport.TransportProvider;

/** Provides Streamable HTTP transports with settings that are known from the start. Thread-safe. */
public final class HttpTransportProvider implements TransportProvider {

    private final HttpTransportSettings settings;

    private final HttpClients clients;

    /**
     * Creates a provider. No connection is opened yet.
     * @param settings settings of the transport
     * @param clients HTTP clients to share with other servers
     */
    public HttpTransportProvider(HttpTransportSettings settings, HttpClients clients) {
        this.settings = settings;
        this.clients = clients;
    }

    @Override
    public Mono<McpTransport> create(Context context) {
        return Mono.fromSupplier(() -> new HttpTransport(new HttpWire(context, this.settings, this.clients)));
    }
}
