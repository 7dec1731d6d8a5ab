package io.mcpclient.support;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * The loggers of the library, named by area instead of by class, so that users can set their levels. {@code docs/observability.md}
 * lists them.
 */
public final class Loggers {

    /** Approval of tool calls. */
    public static final Logger APPROVAL = LoggerFactory.getLogger("io.mcpclient.approval");

    /** Authorization, tokens, and principals. */
    public static final Logger AUTH = LoggerFactory.getLogger("io.mcpclient.auth");

    /** Retries, circuit breakers, streams that are buffered on their way, tasks, rounds of input, and options without effect. */
    public static final Logger CALLS = LoggerFactory.getLogger("io.mcpclient.calls");

    /** Properties and files of servers, and servers that are added, replaced and removed. */
    public static final Logger CONFIGURATION = LoggerFactory.getLogger("io.mcpclient.configuration");

    /** Connections, sessions, detection of eras, reconnects, failover, subscriptions, start and stop. */
    public static final Logger CONNECTION = LoggerFactory.getLogger("io.mcpclient.connection");

    /** Handlers and listeners of the application, and requests of servers to them. */
    public static final Logger HANDLERS = LoggerFactory.getLogger("io.mcpclient.handlers");

    /** HTTP, and rules about addresses. */
    public static final Logger HTTP = LoggerFactory.getLogger("io.mcpclient.http");

    /** Messages of servers that are ignored. */
    public static final Logger MESSAGES = LoggerFactory.getLogger("io.mcpclient.messages");

    /** Child processes, except their standard error. */
    public static final Logger STDIO = LoggerFactory.getLogger("io.mcpclient.stdio");

    /** Stores of sessions, tokens and lists. */
    public static final Logger STORE = LoggerFactory.getLogger("io.mcpclient.store");

    /** Tools, prompts and resources: their lists, names, definitions, arguments and results, and typed clients. */
    public static final Logger TOOLS = LoggerFactory.getLogger("io.mcpclient.tools");

    private Loggers() {}

    /**
     * Logs at a level that is known at run time only. SLF4J's {@code atLevel} is missing in version 1.7, which Maven 3 gives plugins.
     * @param logger the logger
     * @param level the level
     * @param format the text, with {@code {}} for each argument
     * @param arguments the arguments, and possibly an exception behind them
     */
    public static void log(Logger logger, Level level, String format, @Nullable Object... arguments) {
        switch (level) {
            case ERROR -> logger.error(format, arguments);
            case WARN -> logger.warn(format, arguments);
            case INFO -> logger.info(format, arguments);
            case DEBUG -> logger.debug(format, arguments);
            case TRACE -> logger.trace(format, arguments);
        }
    }

    /**
     * Returns whether a logger logs at a level, in all versions of SLF4J.
     * @param logger the logger
     * @param level the level
     * @return whether it does
     */
    public static boolean isEnabled(Logger logger, Level level) {
        return switch (level) {
            case ERROR -> logger.isErrorEnabled();
            case WARN -> logger.isWarnEnabled();
            case INFO -> logger.isInfoEnabled();
            case DEBUG -> logger.isDebugEnabled();
            case TRACE -> logger.isTraceEnabled();
        };
    }
}
