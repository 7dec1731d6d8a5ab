package io.mcpclient.protocol;

import java.util.function.Consumer;

import reactor.core.publisher.Mono;

import io.mcpclient.transport.McpTransport;

/** One way to speak with a server: how a connection begins. Thread-safe. */
public interface Era {

    /**
     * Begins a connection: the handshake, or discovery. May be called again on the same transport after a failure or a
     * loss; every attempt starts afresh and a failed one leaves nothing behind.
     * @param transport transport to speak over
     * @param listener learns why the connection is lost, if it is without a call having noticed it
     * @return the session; or an error, always an {@link io.mcpclient.error.McpException}
     */
    Mono<EraSession> begin(McpTransport transport, Consumer<Throwable> listener);

    /**
     * Says how this era was chosen for the server.
     * @return a phrase for reports
     */
    String reason();
}
