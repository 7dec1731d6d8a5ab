package io.mcpclient.internal.era.legacy;

import java.time.Duration;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.BaseSubscriber;

import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.internal.era.SilenceWatch;
import io.mcpclient.internal.era.TransportFeatures;
import io.mcpclient.support.Backoff;
import io.mcpclient.support.Loggers;
import io.mcpclient.time.TimeSource;
import io.mcpclient.transport.HttpStatusException;
import io.mcpclient.transport.ListenRequest;
import io.mcpclient.transport.McpTransport;

/**
 * The listening stream, on which a server sends messages between calls: open while there are listeners, and never a reason for
 * anything else to fail.
 *
 * <pre>
 *  wanted, closed ──► open ──► ended, broken, 408, 409, 429, 5xx ──► pause, growing ──► open, lists may have changed
 *                      │
 *                      ├─────► credentials are required that may be available later ──► pause
 *                      ├─────► 405, any other status, no events ──► closed for this session: no such stream
 *                      └─────► no connection ──► the whole connection is lost
 * </pre>
 *
 * Thread-safe.
 *
 * @see "MCP 2025-11-25, basic/transports, Listening for Messages from the Server (HTL-11 to HTL-14); faults A17, B17, C24, H27"
 */
final class ListeningStream {

    private static final Logger logger = Loggers.CONNECTION;

    /** A stream that lasted this long was healthy. */
    private static final Duration STABLE = Duration.ofSeconds(60);

    private final String serverName;

    private final McpTransport transport;

    private final Map<String, String> headers;

    private final BooleanSupplier wanted;

    private final Runnable onGap;

    /** Handles errors of the whole connection; returns whether the error is one. */
    private final Predicate<Throwable> onLost;

    /** Checks whether the session is still known, for a server that refuses a stream which it had opened before. */
    private final Runnable onRefusedReopening;

    /** Detects a stream that is broken without an error; {@code null} if messages share a channel. */
    private final @Nullable SilenceWatch silence;

    private final TimeSource time;

    private final Disposable.Swap stream = Disposables.swap();

    /** Created on first use: most streams stay open. */
    private @Nullable Backoff backoff;

    private State state = State.CLOSED;

    /** Whether there was a stream in this session before. */
    private boolean wasOpen;

    /** Whether the last stream was refused for missing credentials. */
    private boolean wasUnauthorized;

    /** Whether messages may have been missed. */
    private boolean hasGap;

    private long openedNanos;

    private enum State {
        CLOSED,
        OPEN,
        PAUSING,
        REFUSED,
        STOPPED
    }

    ListeningStream(
            String serverName,
            McpTransport transport,
            Map<String, String> headers,
            BooleanSupplier wanted,
            Runnable onGap,
            Predicate<Throwable> onLost,
            Runnable onRefusedReopening,
            @Nullable SilenceWatch silence,
            TimeSource time) {
        this.time = time;
        this.serverName = serverName;
        this.transport = transport;
        this.headers = headers;
        this.wanted = wanted;
        this.onGap = onGap;
        this.onLost = onLost;
        this.onRefusedReopening = onRefusedReopening;
        this.silence = silence;
    }

    /** Opens or closes the stream if the demand for it has changed. */
    void update() {
        synchronized (this) {
            boolean isWanted = this.wanted.getAsBoolean(); // under the lock: the last change of the demand decides
            if (isWanted && this.state == State.CLOSED) {
                this.state = State.OPEN;
            } else if (!isWanted && (this.state == State.OPEN || this.state == State.PAUSING)) {
                this.state = State.CLOSED;
                this.stream.update(Disposables.disposed());
                watch(false);
                return;
            } else {
                return;
            }
        }
        open();
    }

    /** Stops the stream: the session has ended. */
    void stop() {
        synchronized (this) {
            this.state = State.STOPPED;
        }
        this.stream.dispose();
        watch(false);
    }

    /** Closes a stream that is silent although its server is available, and opens another one immediately. */
    void replace() {
        synchronized (this) {
            if (this.state != State.OPEN) {
                return;
            }
            this.state = State.PAUSING;
            this.hasGap = true;
            this.stream.update(this.time.timers().schedule(this::reopen));
        }
        logger.debug("MCP server \"{}\": the listening stream is silent; reopening it", this.serverName);
    }

    private void watch(boolean begins) {
        SilenceWatch watch = this.silence;
        if (watch != null && begins) {
            watch.start();
        } else if (watch != null) {
            watch.stop();
        }
    }

    private void open() {
        this.openedNanos = this.time.nanoTime();
        Listener listener = new Listener();
        this.stream.update(listener); // first, because the stream may end while it is being subscribed to
        watch(true);
        TransportFeatures.listen(
                        this.transport,
                        (this.silence != null)
                                ? new ListenRequest(this.headers, this.silence)
                                : new ListenRequest(this.headers))
                .subscribe(listener);
    }

    private void broken(@Nullable Throwable error) {
        if (error != null && this.onLost.test(error)) {
            return; // which stops this stream, too
        }
        Duration pause;
        if (error instanceof HttpStatusException && wasOpen()) {
            this.onRefusedReopening.run();
        }
        synchronized (this) {
            if (this.state != State.OPEN) {
                return;
            }
            watch(false);
            noteGap(error);
            if (error != null && isRefusal(error)) {
                this.state = State.REFUSED;
                logger.debug(
                        "MCP server \"{}\": cannot open the listening stream: {}", this.serverName, error.getMessage());
                return;
            }
            this.state = State.PAUSING;
            pause = nextPause();
            // Under the lock, which the task needs first: recorded later, it could dispose the stream that the task has
            // opened.
            this.stream.update(this.time.schedule(pause, this::reopen));
        }
        logger.debug(
                "MCP server \"{}\": the listening stream ended; reopening it in {} ms",
                this.serverName,
                pause.toMillis(),
                error);
    }

    /** Called under the lock. A gap triggers calls, which would be refused for the same missing credentials repeatedly. */
    private void noteGap(@Nullable Throwable error) {
        boolean isUnauthorized = error != null && isUnauthorized(error);
        this.wasOpen |= !isUnauthorized && !(error instanceof HttpStatusException);
        this.hasGap = !isUnauthorized || (this.wasOpen && !this.wasUnauthorized);
        this.wasUnauthorized = isUnauthorized;
    }

    private synchronized boolean wasOpen() {
        return this.wasOpen;
    }

    private Duration nextPause() {
        Backoff pauses = this.backoff;
        if (pauses == null) {
            pauses = Backoff.exponential(Duration.ofSeconds(1), 2, Duration.ofSeconds(60));
            this.backoff = pauses;
        } else if (this.time.nanoTime() - this.openedNanos > STABLE.toNanos()) {
            pauses.reset();
        }
        return pauses.next();
    }

    /** Whether a response will be the same next time. */
    private static boolean isRefusal(Throwable error) {
        if (error instanceof HttpStatusException answer) {
            int status = answer.status();
            if (isUnauthorized(answer)) {
                return false;
            }
            // 409: a server that has not noticed the end of the previous stream yet.
            return status != 408 && status != 409 && status != 429 && (status < 500 || status == 501);
        }
        return error instanceof McpProtocolException answer
                && (answer.reason() == McpProtocolException.Reason.CONTENT_TYPE
                        || answer.reason() == McpProtocolException.Reason.REDIRECT);
    }

    /** Missing credentials may be available later, without a new session. */
    private static boolean isUnauthorized(Throwable error) {
        return error instanceof McpAuthorizationException
                || (error instanceof HttpStatusException answer
                        && answer.status() == 401
                        && answer.credentials() == HttpStatusException.Credentials.AUTHORIZATION);
    }

    private void reopen() {
        boolean isGap;
        synchronized (this) {
            if (this.state != State.PAUSING) {
                return;
            }
            this.state = State.OPEN;
            isGap = this.hasGap;
        }
        open();
        if (isGap) {
            this.onGap.run();
        }
    }

    private final class Listener extends BaseSubscriber<Void> {

        @Override
        protected void hookOnComplete() {
            broken(null);
        }

        @Override
        protected void hookOnError(Throwable error) {
            broken(error);
        }
    }
}
