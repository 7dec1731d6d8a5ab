package io.mcpclient.transport;

/**
 * Receives a notification of everything that arrives on one exchange or stream, including data that is not a message, such as a
 * comment of an event stream. Distinguishes a silently broken stream from an idle one. Called on threads of the transport: must
 * be thread-safe and must not block.
 */
@FunctionalInterface
public interface StreamActivityListener {

    /** Ignores all activity. */
    StreamActivityListener NONE = isKeepAlive -> {};

    /** The head of an event stream has arrived, but nothing of its body yet. */
    default void onStreamOpened() {}

    /**
     * Called when data has arrived.
     * @param isKeepAlive whether its only purpose is to keep the stream open, such as a comment
     */
    void onActivity(boolean isKeepAlive);
}
