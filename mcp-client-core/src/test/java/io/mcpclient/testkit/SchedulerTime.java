package io.mcpclient.testkit;

import java.time.Instant;
import java.util.concurrent.TimeUnit;

import reactor.core.scheduler.Scheduler;

import io.mcpclient.time.TimeSource;

/**
 * The time of a scheduler, such as the virtual one of Reactor, which also runs tasks without a delay only when a test says so.
 *
 * @param timers has the clock as well; it begins in 1970
 */
public record SchedulerTime(Scheduler timers) implements TimeSource {

    @Override
    public Instant instant() {
        return Instant.EPOCH.plusNanos(nanoTime());
    }

    @Override
    public long nanoTime() {
        return this.timers.now(TimeUnit.NANOSECONDS);
    }
}
