package io.mcpclient.internal.era;

import java.util.concurrent.atomic.AtomicBoolean;

import org.slf4j.Logger;

import io.mcpclient.call.McpCall;
import io.mcpclient.schema.LoggingLevel;
import io.mcpclient.support.Loggers;

/** Logs, once per client, that per-call log levels have no effect at its server. Thread-safe. */
public final class IgnoredLogLevel {

    private static final Logger logger = Loggers.CALLS;

    private final String serverName;

    private final AtomicBoolean isLogged = new AtomicBoolean();

    /**
     * Creates the log note of one client.
     * @param serverName configured name of the server
     */
    public IgnoredLogLevel(String serverName) {
        this.serverName = serverName;
    }

    /**
     * Logs that the log level of a call has no effect, if the call has one. Later calls log nothing.
     * @param call the call
     * @param why the reason, as a sentence without full stop
     */
    public void note(McpCall call, String why) {
        LoggingLevel level = call.options().logLevel();
        if (level != null && this.isLogged.compareAndSet(false, true)) {
            logger.info(
                    "MCP server \"{}\": {}: the log level \"{}\" of this call and of later ones has no effect: {}",
                    this.serverName,
                    call.method(),
                    level,
                    why);
        }
    }
}
