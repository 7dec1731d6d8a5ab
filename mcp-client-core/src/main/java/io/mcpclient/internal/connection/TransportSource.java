package io.mcpclient.internal.connection;

import java.util.List;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.transport.McpTransport;
import io.mcpclient.transport.TransportProvider;

/** The transports of one connection: one, or one for each address of the server. Thread-safe. */
public interface TransportSource {

    /**
     * Creates the source of a server with one address. Its transport is created at first use and kept for all later sessions.
     * @param provider creates the transport
     * @param context values for the transport
     * @return the source
     */
    static TransportSource of(TransportProvider provider, TransportProvider.Context context) {
        return new SingleTransport(provider, context);
    }

    /**
     * Returns the transports for an attempt to connect, to be tried in this order.
     * @return transports that are created on subscription, at least one; or the reason why there is none
     */
    Mono<List<Mono<McpTransport>>> candidates();

    /**
     * Returns the transport that was tried last.
     * @return the transport, or {@code null} if there is none
     */
    @Nullable
    McpTransport current();

    /** Records that the address of the current transport could not be connected. */
    void unreachable();

    /**
     * Closes all transports. The source may be used again.
     * @return completes when they are closed
     */
    Mono<Void> close();
}
