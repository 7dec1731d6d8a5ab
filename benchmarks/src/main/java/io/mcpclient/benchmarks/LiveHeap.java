package io.mcpclient.benchmarks;

import java.lang.management.ManagementFactory;
import java.util.concurrent.locks.LockSupport;

/** The bytes of the heap that are in use after collections, which are forced until the number no longer falls. */
final class LiveHeap {

    private static final int MOST_COLLECTIONS = 8;
    private static final long CLEANING_NANOS = 50_000_000L;
    private static final double STEADY = 0.995;

    private LiveHeap() {}

    static long bytes() {
        long least = used();
        for (int i = 0; i < MOST_COLLECTIONS; i++) {
            System.gc();
            LockSupport.parkNanos(CLEANING_NANOS); // cleaners free more for the next collection
            long now = used();
            if (i > 0 && now > least * STEADY) {
                return Math.min(now, least);
            }
            least = Math.min(now, least);
        }
        return least;
    }

    private static long used() {
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
