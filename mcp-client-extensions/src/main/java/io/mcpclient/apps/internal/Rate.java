package io.mcpclient.apps.internal;

import java.time.Duration;
import java.util.function.LongSupplier;

/** A rate: so many events per period, all of which may come at once. Thread-safe. */
public final class Rate {

    private final int events;

    private final long period;

    private final LongSupplier nanoTime;

    private double available;

    private long last;

    /**
     * Creates a rate.
     * @param events most events per period, positive
     * @param period the period
     * @param nanoTime a monotonic clock, in nanoseconds
     */
    public Rate(int events, Duration period, LongSupplier nanoTime) {
        this.events = events;
        this.period = period.toNanos();
        this.nanoTime = nanoTime;
        this.available = events;
        this.last = nanoTime.getAsLong();
    }

    /**
     * Counts one event.
     * @return whether it is within the rate
     */
    public synchronized boolean permits() {
        long now = this.nanoTime.getAsLong();
        this.available = Math.min(this.events, this.available + (double) (now - this.last) * this.events / this.period);
        this.last = now;
        if (this.available < 1) {
            return false;
        }
        this.available--;
        return true;
    }
}
