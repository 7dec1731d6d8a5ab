package io.mcpclient.support;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;

import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * The time of one client: a monotonic clock, the wall clock and the scheduler of its timers. All code that waits, measures
 * or lets something expire takes its time from here, so that a test can replace all three with virtual time. Thread-safe.
 *
 * <p>Use the monotonic clock for durations and deadlines, and the wall clock only for what is shown or exchanged with others.
 */
public interface TimeSource extends InstantSource {

    /**
     * Returns the time of this machine.
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
     * Returns the scheduler that runs tasks when they are due, for operators of Reactor that take one. Its threads must not be
     * blocked.
     * @return the scheduler
     */
    Scheduler timers();

    /**
     * Returns the time that has passed since a moment.
     * @param nanos an earlier value of {@link #nanoTime()}
     * @return the time since then
     */
    default Duration since(long nanos) {
        return Duration.ofNanos(nanoTime() - nanos);
    }

    /**
     * Waits.
     * @param pause how long, not negative
     * @return emits once, after the pause
     */
    default Mono<Long> delay(Duration pause) {
        return Mono.delay(pause, timers());
    }

    /**
     * Runs a task later.
     * @param delay the time until then; the task runs as soon as possible if it is not positive
     * @param task the task, which must not block
     * @return disposing of it cancels the task unless it has begun
     */
    default Disposable schedule(Duration delay, Runnable task) {
        return timers().schedule(task, TimeUnit.NANOSECONDS.convert(delay), TimeUnit.NANOSECONDS);
    }
}
