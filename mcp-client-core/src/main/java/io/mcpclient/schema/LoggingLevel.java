package io.mcpclient.schema;

import java.util.List;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

import io.mcpclient.internal.support.Require;

/**
 * Severity of a log message, corresponding to the syslog levels.
 *
 * @param value the name on the wire; unknown names are kept
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/logging">MCP: Logging</a>
 */
public record LoggingLevel(@JsonValue String value) {
    /** {@code debug}. */
    public static final LoggingLevel DEBUG = new LoggingLevel("debug");

    /** {@code info}. */
    public static final LoggingLevel INFO = new LoggingLevel("info");

    /** {@code notice}. */
    public static final LoggingLevel NOTICE = new LoggingLevel("notice");

    /** {@code warning}. */
    public static final LoggingLevel WARNING = new LoggingLevel("warning");

    /** {@code error}. */
    public static final LoggingLevel ERROR = new LoggingLevel("error");

    /** {@code critical}. */
    public static final LoggingLevel CRITICAL = new LoggingLevel("critical");

    /** {@code alert}. */
    public static final LoggingLevel ALERT = new LoggingLevel("alert");

    /** {@code emergency}. */
    public static final LoggingLevel EMERGENCY = new LoggingLevel("emergency");

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public LoggingLevel {
        Require.member(value, "logging level", "value");
    }

    private static final List<LoggingLevel> ASCENDING =
            List.of(DEBUG, INFO, NOTICE, WARNING, ERROR, CRITICAL, ALERT, EMERGENCY);

    /** Whether the protocol defines this level; only such a level may be sent to a server. */
    public boolean isKnown() {
        return ASCENDING.contains(this);
    }

    /**
     * Whether this level is at least as severe as the other; an unknown level counts as the most severe, so that it is not
     * lost.
     */
    public boolean isAtLeast(LoggingLevel other) {
        return severity() >= other.severity();
    }

    private int severity() {
        return isKnown() ? ASCENDING.indexOf(this) : ASCENDING.size();
    }

    @Override
    public String toString() {
        return this.value;
    }
}
