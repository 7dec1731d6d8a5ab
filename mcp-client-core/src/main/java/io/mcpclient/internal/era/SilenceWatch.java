package io.mcpclient.internal.era;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;

import io.mcpclient.time.TimeSource;
import io.mcpclient.transport.StreamActivityListener;

/**
 * Detects that a stream has been silent for too long: two and a half times the interval of the comments with which its server
 * keeps it open, or a fixed time if there are none. TCP would take hours to notice that a router on the way has dropped the
 * connection. Reports it once, and again after each further such period. Thread-safe.
 *
 * @see "fault B17"
 */
public final class SilenceWatch implements StreamActivityListener {

    /** Together with the reaction to silence, broken streams are noticed within 90 seconds. */
    private static final Duration DEFAULT_LIMIT = Duration.ofSeconds(75);

    private static final Duration SHORTEST_LIMIT = Duration.ofSeconds(1);

    private static final Duration LONGEST_LIMIT = Duration.ofMinutes(5);

    private final Duration limit;

    private final Listener listener;

    private final TimeSource time;

    private final Disposable.Swap check = Disposables.swap();

    private boolean isWatching;

    private long lastNanos;

    /** Time of the last comment, 0 before the first. */
    private long lastKeepAliveNanos;

    /** The longer of the last two intervals between comments, 0 while unknown. */
    private long observedNanos;

    private long lastPauseNanos;

    /** Notified of silence. Called on a thread that must not block. */
    public interface Listener {

        /**
         * Handles silence that has lasted too long.
         * @param wasActive whether the server had kept the stream open before, so that silence is significant
         */
        void onSilence(boolean wasActive);
    }

    /**
     * Creates a watch that is not started.
     * @param keepAlive the configured keep-alive interval, or {@code null} if none is configured
     * @param time clock and timers of the client
     * @param listener notified of silence
     */
    public SilenceWatch(@Nullable Duration keepAlive, TimeSource time, Listener listener) {
        this.time = time;
        this.limit = (keepAlive != null) ? keepAlive.multipliedBy(5).dividedBy(2) : DEFAULT_LIMIT;
        this.listener = listener;
    }

    /** Starts watching a new stream. */
    public synchronized void start() {
        this.isWatching = true;
        this.lastNanos = this.time.nanoTime();
        this.lastKeepAliveNanos = 0;
        this.observedNanos = 0;
        this.lastPauseNanos = 0;
        schedule(limit());
    }

    /** Stops watching. */
    public synchronized void stop() {
        this.isWatching = false;
        this.check.update(Disposables.disposed());
    }

    @Override
    public synchronized void onActivity(boolean isKeepAlive) {
        long now = this.time.nanoTime();
        this.lastNanos = now;
        if (!isKeepAlive) {
            return;
        }
        if (this.lastKeepAliveNanos != 0) {
            long pause = now - this.lastKeepAliveNanos;
            boolean isFirst = this.observedNanos == 0;
            this.observedNanos = Math.max(pause, this.lastPauseNanos);
            this.lastPauseNanos = pause;
            if (isFirst && this.isWatching) {
                schedule(limit()); // may be much shorter than before
            }
        }
        this.lastKeepAliveNanos = now;
    }

    private long limit() {
        if (this.observedNanos == 0) {
            return this.limit.toNanos();
        }
        long observed = this.observedNanos / 2 * 5;
        return Math.min(LONGEST_LIMIT.toNanos(), Math.max(SHORTEST_LIMIT.toNanos(), observed));
    }

    private void schedule(long nanos) {
        this.check.update(this.time.schedule(Duration.ofNanos(nanos), this::look));
    }

    private void look() {
        boolean wasActive;
        synchronized (this) {
            if (!this.isWatching) {
                return;
            }
            long now = this.time.nanoTime();
            long left = this.lastNanos + limit() - now;
            if (left > 0) {
                schedule(left);
                return;
            }
            wasActive = this.observedNanos != 0;
            this.lastNanos = now;
            schedule(limit());
        }
        this.listener.onSilence(wasActive);
    }
}
