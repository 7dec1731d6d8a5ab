package io.mcpclient.handler;

import java.util.Map;

/**
 * Takes notifications whose method this library does not know. Called one after the other on a thread that may block.
 */
@FunctionalInterface
public interface McpNotificationListener {

    /**
     * Takes one notification.
     * @param serverName configured name of the server
     * @param params its parameters as plain JSON, empty if there are none; untrusted
     */
    void onNotification(String serverName, Map<String, Object> params);

    /**
     * Takes one notification, and in whose session it came. Override this one to tell users apart.
     * @param source server and principal
     * @param params its parameters as plain JSON, empty if there are none; untrusted
     */
    default void onNotification(McpSource source, Map<String, Object> params) {
        onNotification(source.serverName(), params);
    }
}
