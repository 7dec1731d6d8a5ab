package io.mcpclient.status;

/**
 * Listener for state changes of a client, notified in order. Called on threads of the library: must not block and must be
 * thread-safe.
 */
@FunctionalInterface
public interface McpStatusListener {

    /**
     * Handles a change.
     * @param status the new status
     */
    void onStatus(McpServerStatus status);
}
