package io.mcpclient.resilience;

import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.mcpclient.call.McpCall;

/**
 * What is said of a call whose event stream was opened and stayed silent until the deadline: a proxy that buffers responses looks
 * like that from here. Each such call says so to its caller, and the first one to the log. Thread-safe; one for each server.
 *
 * @see "MCP 2026-07-28, basic/transports/streamable-http (X-Accel-Buffering); fault C22"
 */
final class BufferingHint {

    private static final Logger logger = LoggerFactory.getLogger(BufferingHint.class);

    private static final String REMEDY =
            "If the server needs more time, raise request-timeout. If a proxy is in between, turn off"
                    + " its response buffering: proxy_buffering off in nginx, or the header X-Accel-Buffering: no from the server.";

    private final AtomicBoolean logged = new AtomicBoolean();

    /** Returns what to do about a call that has passed its deadline, {@code null} if its stream was not silent. */
    @Nullable
    String remedy(McpCall call) {
        if (!call.progress().isStreamSilent()) {
            return null;
        }
        if (this.logged.compareAndSet(false, true)) {
            logger.warn(
                    "MCP server \"{}\": {}: the event stream was opened, but nothing came on it until the deadline. {}",
                    call.serverName(),
                    call.method(),
                    REMEDY);
        }
        return REMEDY;
    }
}
