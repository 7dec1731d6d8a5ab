package io.mcpclient.time;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;

import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * Time source of one client: a monotonic clock, the wall clock and the scheduler of its timers. All code with delays,
 * measurements or expiry uses this type, so that a test can replace all three with virtual time. Thread-safe.
 *
 * <p>Use the monotonic clock for durations and deadlines, and the wall clock only for values that are displayed or
 * exchanged.
 */
public interface TimeSource extends InstantSource {

    /**
     * Returns the system time source.
     * @return always the same instance
     */
    static TimeSource system() {
        return SystemTime.INSTANCE;
    }

    /**
     * Returns the monotonic clock. Only differences are meaningful, and only between values of one source.
     * @return nanoseconds since an arbitrary moment, may be negative
     * @see System#nanoTime()
     */
    long nanoTime();

    /**
     * Returns the scheduler for delayed tasks, for Reactor operators that take one. Its threads must not be blocked.
     * @return the scheduler
     */
    Scheduler timers();

    /**
     * Returns the time elapsed since a moment.
     * @param nanos an earlier value of {@link #nanoTime()}
     * @return the elapsed time
     */
    default Duration since(long nanos) {
        return Duration.ofNanos(nanoTime() - nanos);
    }

    /**
     * Returns a {@code Mono} that emits after a delay.
     * @param pause the delay, not negative
     * @return emits once, after the pause
     */
    default Mono<Long> delay(Duration pause) {
        return Mono.delay(pause, timers());
    }

    /**
     * Schedules a task.
     * @param delay the delay; the task runs as soon as possible if it is not positive
     * @param task the task, which must not block
     * @return disposing of it cancels the task unless it has begun
     */
    default Disposable schedule(Duration delay, Runnable task) {
        return timers().schedule(task, TimeUnit.NANOSECONDS.convert(delay), TimeUnit.NANOSECONDS);
    }
}
