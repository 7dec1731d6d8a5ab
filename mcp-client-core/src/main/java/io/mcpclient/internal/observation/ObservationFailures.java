package io.mcpclient.internal.observation;

import java.util.concurrent.atomic.AtomicBoolean;

import org.slf4j.Logger;

import io.mcpclient.support.ApplicationCode;
import io.mcpclient.support.Loggers;

/**
 * Failures at the end of observations of one client. Their handlers and conventions belong to the application or to libraries, and run
 * before the caller receives the response, which it would await forever. The first failure is a warning, further ones are logged at
 * debug level. Thread-safe.
 */
final class ObservationFailures {

    private static final Logger logger = Loggers.CALLS;

    private final String serverName;

    private final AtomicBoolean warned = new AtomicBoolean();

    ObservationFailures(String serverName) {
        this.serverName = serverName;
    }

    void log(Throwable error) {
        String problem = ApplicationCode.describe(error);
        if (!this.warned.compareAndSet(false, true)) {
            logger.debug("MCP server \"{}\": an observation could not be ended: {}", this.serverName, problem);
            return;
        }
        logger.warn(
                "MCP server \"{}\": an observation could not be ended: {}. Check the handlers and conventions of observations."
                        + " Further failures are logged at debug level.",
                this.serverName,
                problem,
                error);
    }
}
