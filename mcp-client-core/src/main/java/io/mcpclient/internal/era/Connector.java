package io.mcpclient.internal.era;

import java.util.function.Consumer;

import reactor.core.publisher.Mono;

import io.mcpclient.error.McpException;
import io.mcpclient.transport.McpTransport;

/** A protocol era: how a connection to a server begins. Thread-safe. */
public interface Connector {

    /**
     * Begins a connection: the handshake, or discovery. May be called again on the same transport after a failure or a loss;
     * every attempt starts from scratch and a failed one leaves nothing behind.
     * @param transport transport of the connection
     * @param listener receives the reason for a loss that no call has noticed
     * @return the session; or an error, always an {@link io.mcpclient.error.McpException}
     */
    Mono<EraSession> begin(McpTransport transport, Consumer<Throwable> listener);

    /**
     * Handles the loss of the current session, before another one is begun. Several calls may report it concurrently.
     * @param cause the error of the call that noticed it, or the error that the transport reported
     */
    default void onLoss(McpException cause) {}

    /**
     * Checks whether the server is still the one with which a session was begun. That may send a request, so it checks only
     * errors that a server of another era could have returned, and not often.
     * @param transport transport of the session
     * @param session the session
     * @param error the error of a call that does not mean that the session is lost
     * @return whether the server was replaced by another one that refused a request it did not understand; never an error
     */
    default Mono<Boolean> isReplaced(McpTransport transport, EraSession session, McpException error) {
        return Mono.just(false);
    }

    /**
     * Returns how this era was chosen for the server.
     * @return a phrase for reports
     */
    String reason();
}
