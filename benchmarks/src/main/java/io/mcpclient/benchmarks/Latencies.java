package io.mcpclient.benchmarks;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/** The durations of a known number of calls, from any thread. */
final class Latencies {

    private final long[] nanos;
    private final AtomicInteger count = new AtomicInteger();

    Latencies(int calls) {
        this.nanos = new long[calls];
    }

    void add(long duration) {
        this.nanos[this.count.getAndIncrement()] = duration;
    }

    /** Returns the median. Sorts, so that it is called once, outside of what is measured. */
    double medianNanos() {
        int calls = this.count.get();
        Arrays.sort(this.nanos, 0, calls);
        return calls == 0 ? 0 : this.nanos[calls / 2];
    }
}
