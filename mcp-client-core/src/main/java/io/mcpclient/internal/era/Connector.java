package io.mcpclient.internal.era;

import java.time.Duration;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
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
     * Returns the detection of another server in the place of the one with which a session is about to begin.
     * @param transport transport of the session
     * @return the detection, for this session only
     */
    default ServerReplacement replacement(McpTransport transport) {
        return ServerReplacement.NONE;
    }

    /**
     * Returns the age of the knowledge which era the server supports.
     * @return the age, or {@code null} if the era is configured, not known yet, or not known any more
     */
    default @Nullable Duration knownFor() {
        return null;
    }

    /**
     * Records earlier knowledge that the server supports the handshake revisions, so that it need not be probed. Later results
     * take precedence.
     * @param reason reason for that knowledge, printable
     * @param age age of the knowledge
     * @see "fault J04"
     */
    default void remember(String reason, Duration age) {}

    /**
     * Returns how this era was chosen for the server.
     * @return a phrase for reports
     */
    String reason();
}
