package io.mcpclient.transport;

/** Receives messages that belong to no request. Called on I/O threads: must be thread-safe and must not block. */
public interface TransportListener {

    /**
     * Receives a request or notification of the server that arrived outside of any exchange.
     * @param message the message
     */
    void onMessage(ReceivedMessage message);

    /**
     * Called when the connection as a whole is lost. All exchanges in flight have failed or are failing with the same cause.
     * Never called by transports that connect per request.
     * @param cause why it is lost
     */
    void onClosed(Throwable cause);
}
