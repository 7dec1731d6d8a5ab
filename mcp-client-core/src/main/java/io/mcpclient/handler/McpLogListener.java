package io.mcpclient.handler;

import io.mcpclient.schema.LoggingMessageParams;

/**
 * Listener for log messages of servers. Called sequentially, in order, on a thread that may block; if too many messages are
 * queued, the newest are dropped and counted. Messages are untrusted: they may contain control characters and secrets.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/logging">MCP: Logging</a>
 */
@FunctionalInterface
public interface McpLogListener {

    /**
     * Handles one message.
     * @param serverName configured name of the server
     * @param message level, logger and data
     */
    void onLog(String serverName, LoggingMessageParams message);

    /**
     * Handles one message, with the session that it came from. Override this method to distinguish users.
     * @param source server and principal
     * @param message level, logger and data
     */
    default void onLog(McpSource source, LoggingMessageParams message) {
        onLog(source.serverName(), message);
    }
}
