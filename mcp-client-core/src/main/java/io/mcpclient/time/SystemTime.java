package io.mcpclient.time;

import java.time.Instant;

import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** The clocks of the Java runtime, and timers on Reactor's scheduler for work that does not block. */
enum SystemTime implements TimeSource {
    INSTANCE;

    @Override
    public Instant instant() {
        return Instant.now();
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public Scheduler timers() {
        return Schedulers.parallel();
    }
}
