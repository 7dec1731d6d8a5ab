package io.mcpclient.internal.client;

import reactor.core.publisher.Mono;

import io.mcpclient.transport.McpTransport;
import io.mcpclient.transport.TransportProvider;

/**
 * In place of the transport of a server that has to be found first: each attempt to connect looks it up.
 *
 * @param lookup completes when the client was replaced, or fails
 */
public record LookupTransportProvider(Mono<Void> lookup) implements TransportProvider {

    /** The replacement closes this client, and so ends the attempt. */
    @Override
    public Mono<McpTransport> create(Context context) {
        return this.lookup.then(Mono.never());
    }

    @Override
    public String description() {
        return "lookup";
    }
}
