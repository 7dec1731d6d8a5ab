package io.mcpclient.internal.connection;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.event.Level;

import io.mcpclient.error.McpException;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.status.McpListReport;
import io.mcpclient.status.McpServerDescription;
import io.mcpclient.status.McpServerStatus;
import io.mcpclient.support.Loggers;
import io.mcpclient.time.TimeSource;

/**
 * Writes the log of one connection: one line when a server is unreachable or lost, and one when it is connected.
 * After five outages within a minute, the lines of further ones are at debug level.
 *
 * <pre>
 *  WARN  MCP server "weather": connect: connection refused … (next attempt in 946 ms)    first failure of an outage
 *  DEBUG …                                                                               further failures
 *  INFO  MCP server "weather": reconnected after 42 s, revision 2025-11-25, 12 tools
 * </pre>
 *
 * Thread-safe.
 */
final class ConnectionLog {

    private static final Logger logger = Loggers.CONNECTION;

    private static final Duration WINDOW = Duration.ofMinutes(1);

    /** Maximum number of outages within the window that have lines of their own. */
    private static final int OUTAGES = 5;

    private final String serverName;

    private final TimeSource time;

    private boolean wasConnected;

    /** Start of the current outage; {@code null} if there is none. */
    private @Nullable Long outageNanos;

    /** Whether a warning was logged for the current outage. */
    private boolean isWarnedOf;

    /** Times of the last warnings. */
    private final Deque<Long> warnedNanos = new ArrayDeque<>(0);

    /** Whether the warning about the current outage was omitted so soon after others. */
    private boolean isWithheld;

    ConnectionLog(String serverName, TimeSource time) {
        this.serverName = serverName;
        this.time = time;
    }

    /** An attempt has failed: an outage begins with it, unless one is in progress. */
    synchronized void failed(long attemptNanos) {
        if (this.outageNanos == null) {
            this.outageNanos = attemptNanos;
        }
    }

    /** A connection was lost. */
    void lost() {
        failed(this.time.nanoTime());
    }

    /** The client ended the connection: this is not an outage. */
    synchronized void released() {
        this.outageNanos = null;
        this.isWarnedOf = false;
        this.isWithheld = false;
        this.wasConnected = false;
    }

    /** Logs that the next attempt follows automatically. One warning per outage; later failures repeat it. */
    void waiting(McpException error, Duration pause) {
        Loggers.log(
                logger,
                isFirst() ? Level.WARN : Level.DEBUG,
                "{} ({})",
                error.getMessage(),
                pause.isZero() ? "reconnecting now" : "next attempt in " + inWords(pause));
    }

    private synchronized boolean isFirst() {
        long now = this.time.nanoTime();
        this.warnedNanos.removeIf(warned -> now - warned >= WINDOW.toNanos());
        this.isWithheld = !this.isWarnedOf && this.warnedNanos.size() >= OUTAGES;
        if (this.isWarnedOf || this.isWithheld) {
            return false;
        }
        this.isWarnedOf = true;
        this.warnedNanos.add(now);
        return true;
    }

    /**
     * Logs that the server is connected.
     * @param level level of the line
     * @param attemptNanos start of the attempt
     * @param status status of the server
     */
    void connected(Level level, long attemptNanos, McpServerStatus status) {
        boolean isQuiet = isQuiet();
        String how = how(attemptNanos);
        McpServerDescription server = status.server();
        Loggers.log(
                logger,
                isQuiet ? Level.DEBUG : level,
                "MCP server \"{}\": {}, revision {}{}",
                this.serverName,
                how,
                (server != null) ? server.protocolVersion() : "unknown",
                status.list(McpMethods.TOOLS_LIST).map(ConnectionLog::tools).orElse(""));
    }

    private static String tools(McpListReport report) {
        if (report.problem() != null && !report.incomplete()) {
            return "; " + report.problem();
        }
        return ", " + report.items() + ((report.items() == 1) ? " tool" : " tools")
                + (report.incomplete() ? " (incomplete list)" : "");
    }

    private synchronized boolean isQuiet() {
        return this.isWithheld;
    }

    private synchronized String how(long attemptNanos) {
        long now = this.time.nanoTime();
        Long outage = this.outageNanos;
        String how = (outage != null)
                ? (this.wasConnected ? "reconnected after " : "connected after ") + inWords(nanos(now - outage))
                : "connected in " + inWords(nanos(now - attemptNanos));
        this.outageNanos = null;
        this.isWarnedOf = false;
        this.isWithheld = false;
        this.wasConnected = true;
        return how;
    }

    private static Duration nanos(long nanos) {
        return Duration.ofNanos(Math.max(0, nanos));
    }

    /** Two digits are enough, such as {@code 340 ms}, {@code 4.2 s}, {@code 42 s}, {@code 1 min 27 s}, {@code 3 h 5 min}. */
    static String inWords(Duration duration) {
        long millis = duration.toMillis();
        if (millis < 1_000) {
            return millis + " ms";
        }
        if (millis < 10_000) {
            return millis / 1_000 + "." + millis % 1_000 / 100 + " s";
        }
        if (millis < 60_000) {
            return millis / 1_000 + " s";
        }
        return (millis < 3_600_000)
                ? duration.toMinutes() + " min " + duration.toSecondsPart() + " s"
                : duration.toHours() + " h " + duration.toMinutesPart() + " min";
    }
}
