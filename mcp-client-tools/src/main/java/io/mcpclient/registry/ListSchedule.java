package io.mcpclient.registry;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;

import io.mcpclient.time.TimeSource;

/**
 * Schedule for reading a list: one reading at a time, and a single timer for the next, regardless of the number of reasons.
 * Of several reasons, the earliest time applies. Thread-safe.
 */
final class ListSchedule {

    private final TimeSource time;

    private final Runnable reading;

    private final Disposable.Swap timer = Disposables.swap();

    /** Number of timers so far; only the last one is valid. */
    private long timers;

    private boolean busy;

    /** Start of the next reading, on the monotonic clock; {@code null} if none is planned. */
    private @Nullable Long planned;

    /** Start of the last reading, or {@code null} if irrelevant. */
    private @Nullable Long began;

    /**
     * Creates a schedule without a plan.
     * @param time clock, and timers that run readings
     * @param reading starts a reading; {@link #ended()} must follow, from any thread, unless it was cancelled
     */
    ListSchedule(TimeSource time, Runnable reading) {
        this.time = time;
        this.reading = reading;
    }

    /**
     * Plans a reading. An earlier plan is kept.
     * @param delay minimum delay from now
     * @param apart minimum interval since the start of the last reading
     */
    synchronized void plan(Duration delay, Duration apart) {
        if (this.timer.isDisposed()) {
            return;
        }
        long now = this.time.nanoTime();
        long due = now + delay.toNanos();
        if (this.began != null && this.began + apart.toNanos() - due > 0) {
            due = this.began + apart.toNanos();
        }
        if (this.planned == null || due - this.planned < 0) {
            this.planned = due;
            startTimer();
        }
    }

    private void startTimer() {
        if (this.busy || this.planned == null) {
            return;
        }
        long number = ++this.timers;
        long wait = Math.max(0, this.planned - this.time.nanoTime());
        Disposable started = this.time.schedule(Duration.ofNanos(wait), () -> begin(number));
        if (number == this.timers) { // otherwise it has already run, and another one was started
            this.timer.update(started);
        }
    }

    private void begin(long number) {
        synchronized (this) {
            if (this.busy || this.planned == null || number != this.timers) {
                return;
            }
            this.busy = true;
            this.planned = null;
            this.began = this.time.nanoTime();
        }
        this.reading.run();
    }

    /** Marks the current reading as ended. */
    synchronized void ended() {
        this.busy = false;
        startTimer();
    }

    /** Resets the plan and the time of the last reading: the next reading may start immediately. */
    synchronized void reset() {
        this.planned = null;
        this.began = null;
        this.timer.update(Disposables.disposed());
    }

    /** Stops planning. */
    synchronized void dispose() {
        this.planned = null;
        this.timer.dispose();
    }
}
