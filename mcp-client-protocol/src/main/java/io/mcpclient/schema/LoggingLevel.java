package io.mcpclient.schema;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

import io.mcpclient.internal.schema.Require;

/**
 * Severity of a log message, corresponding to the syslog levels. Names of other logging systems, such as {@code WARN} and
 * {@code fatal}, become the level of the protocol that they stand for, regardless of case.
 *
 * @param value the name on the wire; unknown names are kept
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/logging">MCP: Logging</a>
 */
public record LoggingLevel(@JsonValue String value) {

    /** Names that servers send instead of those of the protocol, in lower case. */
    private static final Map<String, String> SYNONYMS = Map.ofEntries(
            Map.entry("all", "debug"),
            Map.entry("trace", "debug"),
            Map.entry("verbose", "debug"),
            Map.entry("fine", "debug"),
            Map.entry("finer", "debug"),
            Map.entry("finest", "debug"),
            Map.entry("dbg", "debug"),
            Map.entry("config", "info"),
            Map.entry("inf", "info"),
            Map.entry("information", "info"),
            Map.entry("informational", "info"),
            Map.entry("log", "info"),
            Map.entry("success", "info"),
            Map.entry("note", "notice"),
            Map.entry("warn", "warning"),
            Map.entry("wrn", "warning"),
            Map.entry("err", "error"),
            Map.entry("severe", "error"),
            Map.entry("crit", "critical"),
            Map.entry("fatal", "critical"),
            Map.entry("emerg", "emergency"),
            Map.entry("panic", "emergency"));

    private static final Set<String> NAMES =
            Set.of("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency");

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
        value = standard(value);
    }

    private static final List<LoggingLevel> ASCENDING =
            List.of(DEBUG, INFO, NOTICE, WARNING, ERROR, CRITICAL, ALERT, EMERGENCY);

    private static String standard(String value) {
        String name = value.strip().toLowerCase(Locale.ROOT);
        String synonym = SYNONYMS.get(name);
        if (synonym != null) {
            return synonym;
        }
        return NAMES.contains(name) ? name : value;
    }

    /** Whether the protocol defines this level; only such a level may be sent to a server. */
    public boolean isKnown() {
        return ASCENDING.contains(this);
    }

    /**
     * Whether this level is at least as severe as the other; an unknown level counts as {@link #WARNING}, so that it is neither
     * lost nor an alarm.
     */
    public boolean isAtLeast(LoggingLevel other) {
        return severity() >= other.severity();
    }

    private int severity() {
        return ASCENDING.indexOf(isKnown() ? this : WARNING);
    }

    @Override
    public String toString() {
        return this.value;
    }
}
