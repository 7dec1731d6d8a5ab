package io.mcpclient.registry;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;

import io.mcpclient.support.TimeSource;

/**
 * Decides when a list is read: one reading at a time, and one timer for the next, whatever the reasons are and however many.
 * Of several reasons the one that wants it first counts. Thread-safe.
 */
final class ListSchedule {

    private final TimeSource time;

    private final Runnable reading;

    private final Disposable.Swap timer = Disposables.swap();

    /** Number of timers so far; only the last one counts. */
    private long timers;

    private boolean busy;

    /** When the next reading begins, on the monotonic clock; {@code null} if there is no reason for one. */
    private @Nullable Long planned;

    /** When the last reading began, or {@code null} if that does not matter any more. */
    private @Nullable Long began;

    /**
     * Creates a schedule without a plan.
     * @param time clock, and timers that run readings
     * @param reading begins to read; {@link #ended()} has to follow, from any thread, unless it was cancelled
     */
    ListSchedule(TimeSource time, Runnable reading) {
        this.time = time;
        this.reading = reading;
    }

    /**
     * Plans a reading. An earlier plan stays.
     * @param delay how long from now at least
     * @param apart how long after the beginning of the last reading at least
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
        if (number == this.timers) { // otherwise it has run already, and another one was started
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

    /** Notes that a reading has ended. */
    synchronized void ended() {
        this.busy = false;
        startTimer();
    }

    /** Forgets the plan and when the list was read last: the next reading may begin at once. */
    synchronized void forget() {
        this.planned = null;
        this.began = null;
        this.timer.update(Disposables.disposed());
    }

    /** Plans nothing any more. */
    synchronized void dispose() {
        this.planned = null;
        this.timer.dispose();
    }
}
