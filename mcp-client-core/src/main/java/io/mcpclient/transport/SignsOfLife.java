package io.mcpclient.transport;

/**
 * Learns that something came on a stream that stays open, be it no message: that is how one that is broken without a word
 * is told from one on which there is nothing to say. Called on threads of the transport: must not block.
 *
 * @see "fault B17"
 */
@FunctionalInterface
public interface SignsOfLife {

    /** Nobody wants to know. */
    SignsOfLife UNHEARD = isKeepAlive -> {};

    /**
     * Something came.
     * @param isKeepAlive whether it was sent for nothing but to keep the stream open, such as a comment
     */
    void onSign(boolean isKeepAlive);
}
