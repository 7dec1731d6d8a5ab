package io.mcpclient.transport;

/** Receives what belongs to no request. Called on I/O threads: must be thread-safe and must not block. */
public interface TransportListener {

    /**
     * Receives a request or notification of the server that came outside of any exchange.
     * @param message the message
     */
    void onMessage(ReceivedMessage message);

    /**
     * Learns that the connection as a whole is gone. All exchanges under way have failed or are failing with the same
     * cause. Never called by transports that connect per request.
     * @param cause why it is gone
     */
    void onClosed(Throwable cause);
}
