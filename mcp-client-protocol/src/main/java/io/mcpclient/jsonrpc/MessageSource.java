package io.mcpclient.jsonrpc;

import java.io.InputStream;

/**
 * A message in memory that is not in an array of the heap.
 *
 * @since 0.1.0
 */
public interface MessageSource {

    /**
     * Opens the message.
     * @return a new stream at its beginning; ends the one that was opened before
     */
    InputStream open();

    /**
     * Copies a part of the message, without an effect on the open stream.
     * @param from index of the first byte
     * @param to index after the last byte
     * @return the copy
     */
    byte[] copy(int from, int to);
}
