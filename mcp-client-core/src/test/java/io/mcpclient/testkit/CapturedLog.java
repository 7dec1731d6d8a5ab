package io.mcpclient.testkit;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/**
 * What a logger and those below it log: during each test, in a field with {@code @RegisterExtension}, or from {@link #open} on, in
 * a try statement. The logger is left as it was found. Thread-safe: each list that is returned is a copy, so that a test may read
 * while other threads log.
 */
public final class CapturedLog implements BeforeEachCallback, AfterEachCallback, AutoCloseable {

    private final Logger logger;

    private final Queue<ILoggingEvent> events = new ConcurrentLinkedQueue<>();

    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            event.prepareForDeferredProcessing();
            CapturedLog.this.events.add(event);
        }
    };

    private @Nullable Level level;

    private boolean isAlone;

    private @Nullable Level levelBefore;

    private boolean additiveBefore;

    private CapturedLog(org.slf4j.Logger logger) {
        this.logger = (Logger) logger;
    }

    public static CapturedLog of(org.slf4j.Logger logger) {
        return new CapturedLog(logger);
    }

    public static CapturedLog of(String logger) {
        return new CapturedLog(LoggerFactory.getLogger(logger));
    }

    /** With this level of the logger. Without, what it logs depends on the configuration and on what else is listening. */
    public CapturedLog at(Level newLevel) {
        this.level = newLevel;
        return this;
    }

    /** The console does not show what is captured. */
    public CapturedLog alone() {
        this.isAlone = true;
        return this;
    }

    /** Captures from now on, until {@link #close}. What was captured before is forgotten. */
    public CapturedLog open() {
        this.events.clear();
        this.levelBefore = this.logger.getLevel();
        this.additiveBefore = this.logger.isAdditive();
        if (this.level != null) {
            this.logger.setLevel(this.level);
        }
        this.logger.setAdditive(this.additiveBefore && !this.isAlone);
        this.appender.setContext(this.logger.getLoggerContext());
        this.appender.start();
        this.logger.addAppender(this.appender);
        return this;
    }

    public List<ILoggingEvent> events() {
        return List.copyOf(this.events);
    }

    public List<String> messages() {
        return this.events.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    /** Those of exactly this level. */
    public List<String> messages(Level ofLevel) {
        return this.events.stream()
                .filter(event -> event.getLevel() == ofLevel)
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    /** What was captured stays. */
    @Override
    public void close() {
        if (this.appender.isStarted()) {
            this.logger.detachAppender(this.appender);
            this.appender.stop();
            this.logger.setAdditive(this.additiveBefore);
            this.logger.setLevel(this.levelBefore);
        }
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        open();
    }

    @Override
    public void afterEach(ExtensionContext context) {
        close();
    }
}
