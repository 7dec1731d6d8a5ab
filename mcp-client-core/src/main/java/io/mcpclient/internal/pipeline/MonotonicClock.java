package io.mcpclient.internal.pipeline;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

import io.mcpclient.time.TimeSource;

/** A clock that reads the date once and counts from then on, so that setting the system clock moves no deadline (G14). */
final class MonotonicClock extends Clock {

    private final TimeSource time;

    private final Instant origin;

    private final long originNanos;

    MonotonicClock(TimeSource time) {
        this.time = time;
        this.origin = time.instant();
        this.originNanos = time.nanoTime();
    }

    @Override
    public Instant instant() {
        return this.origin.plus(this.time.since(this.originNanos));
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }
}
