package io.mcpclient.testkit;

import java.util.stream.Stream;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggerContextListener;
import ch.qos.logback.classic.spi.ThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;
import org.slf4j.helpers.MessageFormatter;

/**
 * What the library says to its loggers down to DEBUG, whether their levels let it through or not; they stay as they are. Lasts
 * when Spring Boot reinitializes the logging. Thread-safe.
 */
final class LoggedTexts extends TurboFilter implements LoggerContextListener, AutoCloseable {

    private final LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();

    private final RecentTexts texts = new RecentTexts();

    LoggedTexts() {
        start();
        this.context.addTurboFilter(this);
        this.context.addListener(this);
    }

    @Override
    public FilterReply decide(
            @Nullable Marker marker,
            Logger logger,
            Level level,
            @Nullable String format,
            Object @Nullable [] params,
            @Nullable Throwable error) {
        if (format != null
                && level.isGreaterOrEqual(Level.DEBUG)
                && logger.getName().startsWith("io.mcpclient")) {
            this.texts.add(logger.getName() + " "
                    + MessageFormatter.arrayFormat(format, params, error).getMessage()
                    + stack((error != null) ? error : last(params)));
        }
        return FilterReply.NEUTRAL;
    }

    private static @Nullable Throwable last(Object @Nullable [] params) {
        return (params != null && params.length > 0 && params[params.length - 1] instanceof Throwable error)
                ? error
                : null;
    }

    private static String stack(@Nullable Throwable error) {
        return (error != null) ? "\n" + ThrowableProxyUtil.asString(new ThrowableProxy(error)) : "";
    }

    Stream<String> texts() {
        return this.texts.all().stream();
    }

    @Override
    public void close() {
        this.context.getTurboFilterList().remove(this);
        this.context.removeListener(this);
        stop();
    }

    @Override
    public boolean isResetResistant() {
        return true;
    }

    @Override
    public void onReset(LoggerContext reset) {
        reset.addTurboFilter(this);
    }

    @Override
    public void onStart(LoggerContext started) {}

    @Override
    public void onStop(LoggerContext stopped) {}

    @Override
    public void onLevelChange(Logger logger, Level level) {}
}
