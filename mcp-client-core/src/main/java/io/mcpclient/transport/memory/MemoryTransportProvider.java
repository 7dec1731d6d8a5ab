package io.mcpclient.transport.memory;

import reactor.core.publisher.Mono;

import io.mcpclient.transport.McpTransport;
import io.mcpclient.transport.TransportProvider;

/**
 * Provides transports to a server in the same JVM. Messages are serialized in both directions, so that anything that cannot be
 * sent over another transport fails here as well. Thread-safe.
 *
 * @see MemoryServer
 */
public final class MemoryTransportProvider implements TransportProvider {

    private final MemoryServer server;

    /**
     * Creates a provider.
     * @param server receives the messages of all connections
     */
    public MemoryTransportProvider(MemoryServer server) {
        this.server = server;
    }

    @Override
    public Mono<McpTransport> create(Context context) {
        return Mono.fromSupplier(() -> new MemoryTransport(context, this.server));
    }

    @Override
    public String description() {
        return "server in memory";
    }
}
