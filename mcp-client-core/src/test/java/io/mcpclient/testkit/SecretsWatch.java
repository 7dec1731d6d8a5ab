package io.mcpclient.testkit;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;

import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingStream;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * Fails a test class when a secret that was used in it, or before it, shows up in what the library has logged, down to DEBUG, or in
 * the message of an exception of the library, whether anybody looked at that or not. The same for names of classes that slip into
 * a message, see {@link MessageText}. At work in all tests without being asked
 * for: it is registered as a service, and {@code junit-platform.properties} lets JUnit look for those.
 *
 * <p>The exceptions come from the flight recorder, up to a second late: those of the last class are looked at when all tests
 * are over.
 *
 * @see "SEC-30, AUTH-53; faults and attacks, section 0, invariants"
 */
public final class SecretsWatch implements BeforeAllCallback, AfterAllCallback {

    private static final int LIMIT_SECONDS = 10;

    private static final Namespace NAMESPACE = Namespace.create(SecretsWatch.class);

    @Override
    public void beforeAll(ExtensionContext context) {
        if (isNested(context)) {
            return;
        }
        session(context).computeIfAbsent(Exceptions.class, type -> new Exceptions(SecretsWatch::unfit));
        context.getStore(NAMESPACE).put(LoggedTexts.class, new LoggedTexts());
    }

    @Override
    public void afterAll(ExtensionContext context) {
        if (isNested(context)) {
            return;
        }
        Exceptions exceptions = session(context).get(Exceptions.class, Exceptions.class);
        try (LoggedTexts log = context.getStore(NAMESPACE).remove(LoggedTexts.class, LoggedTexts.class)) {
            check("the log of " + context.getDisplayName(), log.texts(), SecretsWatch::unfit);
        }
        exceptions.check();
    }

    /** Closed when all classes of this JVM have run: each time it is, the flight recorder is waited for, half a second. */
    private static ExtensionContext.Store session(ExtensionContext context) {
        return context.getStore(ExtensionContext.StoreScope.LAUNCHER_SESSION, NAMESPACE);
    }

    /** A secret, or words that are not ours: see {@link MessageText}. */
    private static Optional<String> unfit(String text) {
        return Secrets.in(text).or(() -> MessageText.leakIn(text));
    }

    private static boolean isNested(ExtensionContext context) {
        return context.getParent()
                .filter(parent -> parent.getTestClass().isPresent())
                .isPresent();
    }

    static void check(String place, Stream<String> texts, Function<String, Optional<String>> finder) {
        List<String> found = texts.flatMap(text -> finder.apply(text).stream().map(secret -> secret + " in: " + text))
                .toList();
        if (!found.isEmpty()) {
            throw new AssertionError("What must not be said, in " + place + ": " + found);
        }
    }

    /** The messages of all exceptions of the library since it was created. */
    static final class Exceptions implements AutoCloseable {

        /** A fuzzer throws millions, and load some ten thousand: the oldest are looked at early, and only those that are unfit are kept. */
        private static final int MOST_MESSAGES = 5_000;

        private final AtomicInteger size = new AtomicInteger();

        private final Queue<String> messages = new ConcurrentLinkedQueue<>();

        private final RecordingStream recording = new RecordingStream();

        private final CountDownLatch last = new CountDownLatch(1);

        private final Function<String, Optional<String>> finder;

        Exceptions(Function<String, Optional<String>> finder) {
            this.finder = finder;
            // JDK 25 reports some of them by default, and none at all unless errors are recorded too.
            this.recording.enable("jdk.JavaExceptionThrow").withoutStackTrace().with("throttle", "off");
            this.recording.enable("jdk.JavaErrorThrow").withoutStackTrace();
            this.recording.onEvent("jdk.JavaExceptionThrow", this::add);
            this.recording.startAsync();
        }

        private void add(RecordedEvent event) {
            String type = event.getClass("thrownClass").getName();
            String message = event.getString("message");
            if (type.equals(EndOfRecordingException.class.getName())) {
                this.last.countDown();
            } else if (message != null && type.startsWith("io.mcpclient.") && !type.contains(".testkit.")) {
                this.messages.add(type + ": " + message);
                if (this.size.incrementAndGet() > MOST_MESSAGES) {
                    lookAtOldest();
                }
            }
        }

        private void lookAtOldest() {
            String oldest = this.messages.poll();
            if (oldest != null && this.finder.apply(oldest).isPresent()) {
                this.messages.add(oldest);
            } else {
                this.size.decrementAndGet();
            }
        }

        void check() {
            this.size.set(0);
            SecretsWatch.check(
                    "an exception", Stream.generate(this.messages::poll).takeWhile(Objects::nonNull), this.finder);
        }

        /** Events come in their order: when that of an exception of ours has come, all before it have. */
        @Override
        public void close() throws InterruptedException {
            new EndOfRecordingException();
            boolean complete = this.last.await(LIMIT_SECONDS, TimeUnit.SECONDS);
            this.recording.close();
            check();
            if (!complete) {
                throw new AssertionError("the flight recorder is silent");
            }
        }

        private static final class EndOfRecordingException extends RuntimeException {}
    }
}
