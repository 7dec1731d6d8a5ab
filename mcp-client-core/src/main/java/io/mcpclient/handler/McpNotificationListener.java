package io.mcpclient.handler;

import java.util.Map;

/**
 * Listener for notifications with a method that this library does not know. Called sequentially on a thread that may block.
 */
@FunctionalInterface
public interface McpNotificationListener {

    /**
     * Handles one notification.
     * @param serverName configured name of the server
     * @param params its parameters as plain JSON, empty if there are none; untrusted
     */
    void onNotification(String serverName, Map<String, Object> params);

    /**
     * Handles one notification, with the session that it came from. Override this method to distinguish users.
     * @param source server and principal
     * @param params its parameters as plain JSON, empty if there are none; untrusted
     */
    default void onNotification(McpSource source, Map<String, Object> params) {
        onNotification(source.serverName(), params);
    }
}
