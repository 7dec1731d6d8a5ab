package io.mcpclient.protocol;

import java.util.function.Consumer;

import reactor.core.publisher.Mono;

import io.mcpclient.error.McpException;
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
     * Learns why the present session is lost, before another one is begun. Several calls may notice it at once.
     * @param cause the error of the call that noticed it, or what the transport reported
     */
    default void onLoss(McpException cause) {}

    /**
     * Looks whether the server still is the one that a session was begun with. That may cost a request, so only an error
     * that a server of another era could have answered with is looked into, and not often.
     * @param transport transport of the session
     * @param session the session
     * @param error the error of a call that does not mean that the session is lost
     * @return whether the server is another one, which has refused what it did not understand; never an error
     */
    default Mono<Boolean> isReplaced(McpTransport transport, EraSession session, McpException error) {
        return Mono.just(false);
    }

    /**
     * Says how this era was chosen for the server.
     * @return a phrase for reports
     */
    String reason();
}
