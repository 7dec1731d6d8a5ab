package io.mcpclient.autoconfigure;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.mcpclient.McpClient;
import io.mcpclient.protocol.McpServerStatus;
import io.mcpclient.protocol.McpStatusListener;
import io.mcpclient.schema.LoggingLevel;

/**
 * Tells a server after each connect which log messages are wanted, if it has any: a new session knows nothing of what was
 * said in the last one.
 *
 * @see "MCP 2025-11-25, server/utilities/logging (LOG-01 to LOG-03)"
 */
final class LogLevelSetter implements McpStatusListener {

    private static final Logger logger = LoggerFactory.getLogger(LogLevelSetter.class);

    private final McpClient client;

    private final LoggingLevel level;

    private boolean connected;

    LogLevelSetter(McpClient client, LoggingLevel level) {
        this.client = client;
        this.level = level;
    }

    @Override
    public synchronized void onStatus(McpServerStatus status) {
        boolean anew = status.isConnected() && !this.connected;
        this.connected = status.isConnected();
        if (anew && status.server() != null && status.server().capabilities().hasLogging()) {
            this.client
                    .reactive()
                    .setLoggingLevel(this.level)
                    .subscribe(
                            done -> {},
                            error -> logger.warn("The log-level of an MCP server was not set: {}", error.getMessage()));
        }
    }
}
