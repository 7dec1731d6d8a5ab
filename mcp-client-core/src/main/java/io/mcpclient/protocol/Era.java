package io.mcpclient.protocol;

import reactor.core.publisher.Mono;

import io.mcpclient.transport.McpTransport;

/** One way to speak with a server: how a connection begins. Thread-safe. */
public interface Era {

    /**
     * Begins a connection: the handshake, or discovery. May be called again on the same transport after a failure or a
     * loss; every attempt starts afresh and a failed one leaves nothing behind.
     * @param transport transport to speak over
     * @param listener learns when the connection is lost without a call having noticed it
     * @return the session; or an error, always an {@link io.mcpclient.error.McpException}
     */
    Mono<EraSession> begin(McpTransport transport, Runnable listener);

    /**
     * Says how this era was chosen for the server.
     * @return a phrase for reports
     */
    String reason();
}
