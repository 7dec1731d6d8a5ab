package io.mcpclient.protocol;

/**
 * Learns of every change of state of a client, in order. Called on threads of the library: must not block and must be
 * thread-safe.
 */
@FunctionalInterface
public interface McpStatusListener {

    /**
     * Handles a change.
     * @param status the status from now on
     */
    void onStatus(McpServerStatus status);
}
