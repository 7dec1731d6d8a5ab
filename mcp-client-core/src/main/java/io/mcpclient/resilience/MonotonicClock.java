package io.mcpclient.resilience;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that knows the date once and counts from then on, so that setting the clock of the system moves no deadline (G14). */
final class MonotonicClock extends Clock {

    private final Instant origin = Instant.now();

    private final long originNanos = System.nanoTime();

    @Override
    public Instant instant() {
        return this.origin.plusNanos(System.nanoTime() - this.originNanos);
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
