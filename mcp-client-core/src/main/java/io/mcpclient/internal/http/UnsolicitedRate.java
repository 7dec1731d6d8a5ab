package io.mcpclient.internal.http;

import java.time.Duration;

import org.slf4j.Logger;

import io.mcpclient.support.Loggers;
import io.mcpclient.time.TimeSource;

/**
 * The rate at which a client reads what a server sends without a call: listening streams and subscriptions, whose total length has
 * no limit. A stream that exceeds it is not read for a moment, and the server has to wait, so nothing is lost. Thread-safe.
 */
final class UnsolicitedRate {

    private static final Logger logger = Loggers.HTTP;

    /** Far above the needs of notifications, and a tenth of what one processor decodes. */
    static final long BYTES_PER_SECOND = 4L * 1024 * 1024;

    static final long BURST = 32L * 1024 * 1024;

    private static final long NANOS = 1_000_000_000;

    /** Long enough for all bytes to be available again. Multiplied by the rate it does not overflow. */
    private static final long LONG_AGO = 600 * NANOS;

    private final String serverName;

    private final TimeSource time;

    private long available = BURST;

    private long last;

    private boolean warned;

    UnsolicitedRate(String serverName, TimeSource time) {
        this.serverName = serverName;
        this.time = time;
        this.last = time.nanoTime();
    }

    /**
     * Counts bytes that have been read.
     * @return the pause before the next ones are read, usually zero
     */
    synchronized Duration take(long bytes) {
        long now = this.time.nanoTime();
        long elapsed = Math.min(now - this.last, LONG_AGO);
        this.last = now;
        this.available = Math.min(BURST, this.available + elapsed * BYTES_PER_SECOND / NANOS) - bytes;
        if (this.available >= 0) {
            return Duration.ZERO;
        }
        warn();
        return Duration.ofNanos(-this.available * NANOS / BYTES_PER_SECOND);
    }

    private void warn() {
        if (!this.warned) {
            this.warned = true;
            logger.warn(
                    "MCP server \"{}\": sends more than {} MiB of notifications and other messages without a call within a"
                            + " second, and more than {} MiB in total; its stream is read at this rate from now on",
                    this.serverName,
                    BYTES_PER_SECOND >> 20,
                    BURST >> 20);
        }
    }
}
