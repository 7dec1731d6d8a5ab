package io.mcpclient.benchmarks;

import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * Counts the progress notifications that the client of this process has delivered. Some clients deliver them later than the
 * result of the call, and none may lose one, which would be cheap.
 */
final class Progress {

    private static final LongAdder DELIVERED = new LongAdder();

    private static final long LIMIT_NANOS = 5_000_000_000L;
    private static final long STEP_NANOS = 1_000_000L;

    private Progress() {}

    static void delivered() {
        DELIVERED.increment();
    }

    static long count() {
        return DELIVERED.sum();
    }

    /** Waits until all notifications of some calls are delivered. */
    static void await(long earlier, int calls) {
        long expected = (long) calls * Workload.PROGRESS_EVENTS;
        long end = System.nanoTime() + LIMIT_NANOS;
        while (count() - earlier < expected && System.nanoTime() < end) {
            LockSupport.parkNanos(STEP_NANOS);
        }
        if (count() - earlier != expected) {
            throw new IllegalStateException(
                    (count() - earlier) + " progress notifications instead of " + expected + " were delivered");
        }
    }
}
