package io.mcpclient.internal.stdio;

import java.nio.charset.StandardCharsets;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

import io.mcpclient.internal.support.SafeText;

/**
 * Logs the standard error of a server line by line: printable, with secrets masked, and at a limited rate. Lines that an
 * earlier process of the server has also written are logged at DEBUG, see {@link StderrRepeats}. Not thread-safe.
 *
 * @see "MCP 2025-11-25, basic/transports, stdio (STD-08); faults E13, E23, I07"
 */
final class StderrLog implements LineSplitter.Listener {

    static final int MAX_LINE_BYTES = 4096;

    static final int MAX_LINES = 100;

    static final long PERIOD_NANOS = 10_000_000_000L;

    private static final int MAX_CHARACTERS = 1000;

    private final String serverName;

    private final Logger logger;

    private final Level level;

    private final LongSupplier clock;

    private final Predicate<String> isRepeated;

    private long periodBegan;

    private int lines;

    private long dropped;

    StderrLog(String serverName, Level level, LongSupplier clock, Predicate<String> isRepeated) {
        this.serverName = serverName;
        this.logger = LoggerFactory.getLogger("io.mcpclient.stderr." + serverName);
        this.level = level;
        this.clock = clock;
        this.isRepeated = isRepeated;
        this.periodBegan = clock.getAsLong();
    }

    @Override
    public void onLine(byte[] bytes, int offset, int length) {
        if (!this.logger.isEnabledForLevel(this.level) || isBlank(bytes, offset, length) || !isDue()) {
            return;
        }
        String text =
                SafeText.excerpt(new String(bytes, offset, length, StandardCharsets.UTF_8).strip(), MAX_CHARACTERS);
        this.logger
                .atLevel(this.isRepeated.test(text) ? Level.DEBUG : this.level)
                .log("MCP server \"{}\": stderr: {}", this.serverName, text);
    }

    @Override
    public void onTooLong(byte[] bytes, int offset, int length) {
        onLine(bytes, offset, Math.min(length, MAX_LINE_BYTES));
    }

    @Override
    public void onEndOfTooLong(byte[] bytes, int offset, int length) {
        // The beginning of the line is enough.
    }

    @Override
    public void onEndless() {
        // Possibly a progress bar. It consumes no memory.
    }

    private static boolean isBlank(byte[] bytes, int offset, int length) {
        for (int at = offset; at < offset + length; at++) {
            if (bytes[at] > ' ' || bytes[at] < 0) {
                return false;
            }
        }
        return true;
    }

    private boolean isDue() {
        long now = this.clock.getAsLong();
        if (now - this.periodBegan >= PERIOD_NANOS) {
            this.periodBegan = now;
            this.lines = 0;
            end();
        }
        if (this.lines == MAX_LINES) {
            this.dropped++;
            return false;
        }
        this.lines++;
        return true;
    }

    /** Logs the number of omitted lines, if any. */
    void end() {
        if (this.dropped > 0) {
            this.logger
                    .atLevel(this.level)
                    .log("MCP server \"{}\": stderr: {} lines were not logged", this.serverName, this.dropped);
            this.dropped = 0;
        }
    }
}
