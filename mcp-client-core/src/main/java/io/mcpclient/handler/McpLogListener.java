package io.mcpclient.handler;

import io.mcpclient.schema.LoggingMessageParams;

/**
 * Takes log messages of servers. Called one message after the other, in their order, on a thread that may block; when too
 * many wait, the latest are dropped and counted. What a server writes is untrusted: it may hold control characters and
 * secrets (LOG-08).
 *
 * @see "MCP 2025-11-25, server/utilities/logging (LOG-01 to LOG-08)"
 */
@FunctionalInterface
public interface McpLogListener {

    /**
     * Takes one message.
     * @param serverName configured name of the server
     * @param message level, logger and data
     */
    void onLog(String serverName, LoggingMessageParams message);

    /**
     * Takes one message, and in whose session it came. Override this one to tell users apart.
     * @param source server and principal
     * @param message level, logger and data
     */
    default void onLog(McpSource source, LoggingMessageParams message) {
        onLog(source.serverName(), message);
    }
}
