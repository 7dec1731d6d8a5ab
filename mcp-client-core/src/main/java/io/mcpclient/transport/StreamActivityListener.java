package io.mcpclient.transport;

/**
 * Learns of everything that arrives on one exchange or stream, including what is not a message, such as a comment of an
 * event stream. It tells a stream that is silently broken from one on which there is nothing to send. Called on threads of
 * the transport: must be thread-safe and must not block.
 *
 * @see "fault B17"
 */
@FunctionalInterface
public interface StreamActivityListener {

    /** Ignores all activity. */
    StreamActivityListener NONE = isKeepAlive -> {};

    /** The head of an event stream has arrived, and nothing of its body yet. */
    default void onStreamOpened() {}

    /**
     * Something arrived.
     * @param isKeepAlive whether its only purpose is to keep the stream open, such as a comment
     */
    void onActivity(boolean isKeepAlive);
}
