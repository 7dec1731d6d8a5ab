package io.mcpclient.internal.pipeline;

import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

import io.mcpclient.call.McpCall;
import io.mcpclient.support.Loggers;

/**
 * Hint for a call whose event stream was opened and stayed silent until the deadline, as happens behind a proxy that buffers
 * responses. Each such call includes the hint in its error; the first one is also logged. Thread-safe; one per server.
 *
 * @see "MCP 2026-07-28, basic/transports/streamable-http (X-Accel-Buffering); fault C22"
 */
final class BufferingHint {

    private static final Logger logger = Loggers.CALLS;

    private static final String REMEDY =
            "If the server needs more time, raise request-timeout. If a proxy is in between, turn off its response"
                    + " buffering: proxy_buffering off in nginx, or the header X-Accel-Buffering: no from the server.";

    private final AtomicBoolean logged = new AtomicBoolean();

    /** Returns the remedy for a call that has passed its deadline, {@code null} if its stream was not silent. */
    @Nullable
    String remedy(McpCall call) {
        if (!call.progress().isStreamSilent()) {
            return null;
        }
        if (this.logged.compareAndSet(false, true)) {
            logger.warn(
                    "MCP server \"{}\": {}: the event stream was opened, but nothing was received before the deadline."
                            + " {}",
                    call.serverName(),
                    call.method(),
                    REMEDY);
        }
        return REMEDY;
    }
}
