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

    /** Loggers whose errors mean that something was lost that nobody looks at. */
    private static final Set<String> LOSSES = Set.of("reactor.core.publisher.Operators");

    private final Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);

    private final Logger library = (Logger) LoggerFactory.getLogger("io.mcpclient");

    private final Level levelBefore = library.getLevel();

    private final Level shownBefore = library.getEffectiveLevel();

    private final boolean additiveBefore = library.isAdditive();

    private final LastTexts lines = new LastTexts();

    private final List<String> losses = new CopyOnWriteArrayList<>();

    private final Appender<ILoggingEvent> fromRoot = appender(this::add);

    private final Appender<ILoggingEvent> fromLibrary = appender(this::addOrPassOn);

    LogCapture() {
        root.addAppender(fromRoot);
        library.addAppender(fromLibrary);
        library.setAdditive(false);
        library.setLevel(Level.DEBUG);
    }

    private Appender<ILoggingEvent> appender(Consumer<ILoggingEvent> sink) {
        AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
            @Override
            protected void append(ILoggingEvent event) {
                sink.accept(event);
            }
        };
        appender.setContext(root.getLoggerContext());
        appender.start();
        return appender;
    }

    private void addOrPassOn(ILoggingEvent event) {
        if (event.getLevel().isGreaterOrEqual(shownBefore)) {
            root.callAppenders(event);
        } else {
            add(event);
        }
    }

    private void add(ILoggingEvent event) {
        String line = event.getLevel() + " " + event.getLoggerName() + " " + event.getFormattedMessage();
        if (event.getThrowableProxy() != null) {
            line += "\n" + ThrowableProxyUtil.asString(event.getThrowableProxy());
        }
        lines.add(line);
        if (isLoss(event)) {
            losses.add(line);
        }
    }

    private static boolean isLoss(ILoggingEvent event) {
        String logger = event.getLoggerName();
        if (logger.startsWith("reactor.netty.") || logger.startsWith("io.netty.")) {
            return event.getLevel().isGreaterOrEqual(Level.WARN);
        }
        return LOSSES.contains(logger) && event.getLevel() == Level.ERROR && !isOfACall(event);
    }

    /** The error of a call may meet a caller who gives up at that very moment: nobody's loss. */
    private static boolean isOfACall(ILoggingEvent event) {
        return event.getThrowableProxy() != null
                && event.getThrowableProxy().getClassName().startsWith("io.mcpclient.error.");
    }

    List<String> lines() {
        return lines.all();
    }

    /** Errors that reached no subscriber, buffers that nobody released, and warnings of the HTTP client beside our log. */
    List<String> losses() {
        return List.copyOf(losses);
    }

    @Override
    public void close() {
        library.setLevel(levelBefore);
        library.setAdditive(additiveBefore);
        library.detachAppender(fromLibrary);
        root.detachAppender(fromRoot);
        fromLibrary.stop();
        fromRoot.stop();
    }
}
