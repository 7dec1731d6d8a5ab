package io.mcpclient.autoconfigure.settings;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

import io.mcpclient.handler.McpLogListener;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.schema.LoggingLevel;
import io.mcpclient.schema.LoggingMessageParams;
import io.mcpclient.text.SafeText;

/**
 * Writes the log messages of one server to the application's log, with the logger {@code io.mcpclient.server.<name>}:
 * printable, on one line, up to 2048 characters each, up to 20 per second. Further messages are counted, and the number is
 * logged with the next message.
 *
 * @see "faults F26, I07; MCP 2025-11-25, server/utilities/logging (LOG-08)"
 */
final class ServerLog implements McpLogListener {

    static final int MAX_LENGTH = 2048;

    static final int MAX_PER_SECOND = 20;

    private static final int MAX_LOGGER_LENGTH = 64;

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final Logger logger;

    private final JsonCodec codec = new JsonCodec(JsonLimits.DEFAULT);

    private final LongSupplier nanoTime;

    private long secondBegan;

    private int written;

    private long leftOut;

    ServerLog(String server) {
        this(LoggerFactory.getLogger("io.mcpclient.server." + server), System::nanoTime);
    }

    ServerLog(Logger logger, LongSupplier nanoTime) {
        this.logger = logger;
        this.nanoTime = nanoTime;
        this.secondBegan = nanoTime.getAsLong();
    }

    @Override
    public synchronized void onLog(String serverName, LoggingMessageParams message) {
        Level level = level(message.level());
        if (!this.logger.isEnabledForLevel(level)) {
            return;
        }
        long now = this.nanoTime.getAsLong();
        if (now - this.secondBegan >= SECOND) {
            this.secondBegan = now;
            this.written = 0;
        }
        if (this.written >= MAX_PER_SECOND) {
            this.leftOut++;
            return;
        }
        this.written++;
        if (this.leftOut > 0) {
            this.logger.warn("{} messages of MCP server \"{}\" were dropped", this.leftOut, serverName);
            this.leftOut = 0;
        }
        this.logger.atLevel(level).log(line(message.logger(), text(message.data())));
    }

    private static String line(@Nullable String logger, String text) {
        String safe = printable(text, MAX_LENGTH);
        return (logger != null) ? "[" + printable(logger, MAX_LOGGER_LENGTH) + "] " + safe : safe;
    }

    /** Truncates twice, because making characters visible lengthens the text. */
    private static String printable(String text, int maxLength) {
        return SafeText.excerpt(SafeText.excerpt(text, maxLength), maxLength);
    }

    private String text(@Nullable Object data) {
        return (data instanceof String text) ? text : this.codec.toJson(data);
    }

    private static Level level(LoggingLevel level) {
        if (level.isAtLeast(LoggingLevel.ERROR)) {
            return Level.ERROR;
        }
        if (level.isAtLeast(LoggingLevel.WARNING)) {
            return Level.WARN;
        }
        return level.isAtLeast(LoggingLevel.INFO) ? Level.INFO : Level.DEBUG;
    }
}
