package io.mcpclient.testkit;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.AppenderBase;
import org.slf4j.LoggerFactory;

/**
 * Everything that is logged while it is open, that of the library down to DEBUG, although the console shows no more than
 * before. Thread-safe.
 */
final class LogCapture implements AutoCloseable {

    /** Loggers whose errors mean that an error or a buffer was lost. */
    private static final Set<String> LOSSES = Set.of("reactor.core.publisher.Operators");

    private final Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);

    private final Logger library = (Logger) LoggerFactory.getLogger("io.mcpclient");

    private final Level levelBefore = this.library.getLevel();

    private final Level shownBefore = this.library.getEffectiveLevel();

    private final boolean additiveBefore = this.library.isAdditive();

    private final RecentTexts lines = new RecentTexts();

    private final List<String> losses = new CopyOnWriteArrayList<>();

    private final Appender<ILoggingEvent> fromRoot = appender(this::add);

    private final Appender<ILoggingEvent> fromLibrary = appender(this::addOrPassOn);

    LogCapture() {
        this.root.addAppender(this.fromRoot);
        this.library.addAppender(this.fromLibrary);
        this.library.setAdditive(false);
        this.library.setLevel(Level.DEBUG);
    }

    private Appender<ILoggingEvent> appender(Consumer<ILoggingEvent> sink) {
        AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
            @Override
            protected void append(ILoggingEvent event) {
                sink.accept(event);
            }
        };
        appender.setContext(this.root.getLoggerContext());
        appender.start();
        return appender;
    }

    private void addOrPassOn(ILoggingEvent event) {
        if (event.getLevel().isGreaterOrEqual(this.shownBefore)) {
            this.root.callAppenders(event);
        } else {
            add(event);
        }
    }

    private void add(ILoggingEvent event) {
        String line = event.getLevel() + " " + event.getLoggerName() + " " + event.getFormattedMessage();
        if (event.getThrowableProxy() != null) {
            line += "\n" + ThrowableProxyUtil.asString(event.getThrowableProxy());
        }
        this.lines.add(line);
        if (isLoss(event)) {
            this.losses.add(line);
        }
    }

    private static boolean isLoss(ILoggingEvent event) {
        String logger = event.getLoggerName();
        if (logger.startsWith("reactor.netty.") || logger.startsWith("io.netty.")) {
            return event.getLevel().isGreaterOrEqual(Level.WARN);
        }
        return LOSSES.contains(logger) && event.getLevel() == Level.ERROR && !isOfACall(event);
    }

    /** The error of a call may coincide with its cancellation, which is harmless. */
    private static boolean isOfACall(ILoggingEvent event) {
        return event.getThrowableProxy() != null
                && event.getThrowableProxy().getClassName().startsWith("io.mcpclient.error.");
    }

    List<String> lines() {
        return this.lines.all();
    }

    /** Errors that reached no subscriber, unreleased buffers, and warnings of the HTTP client beside our log. */
    List<String> losses() {
        return List.copyOf(this.losses);
    }

    @Override
    public void close() {
        this.library.setLevel(this.levelBefore);
        this.library.setAdditive(this.additiveBefore);
        this.library.detachAppender(this.fromLibrary);
        this.root.detachAppender(this.fromRoot);
        this.fromLibrary.stop();
        this.fromRoot.stop();
    }
}
