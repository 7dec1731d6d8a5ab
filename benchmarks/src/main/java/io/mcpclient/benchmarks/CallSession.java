package io.mcpclient.benchmarks;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;

/** Calls, lists and connects: many of them, whose cost is divided by their number. */
final class CallSession implements Session {

    private static final Duration SLICE = Duration.ofMillis(200);
    private static final int SLICES_COMPARED = 4;
    private static final double STEADY = 0.15;

    private final Meter meter = new Meter();
    private final Workload workload;
    private final Load load;

    /** Duration of a recent call, divided by the number of concurrent calls. */
    private double callNanos;

    CallSession(Client client, URI server, Workload workload) {
        this.workload = workload;
        this.load = Load.of(client, server, workload);
    }

    /**
     * Runs slices until the JIT compiler is idle and the CPU per call no longer falls. CPU and not the rate, because the rate
     * also depends on other load of the machine.
     */
    @Override
    public Measurement warmUp(Duration longest) throws Exception {
        long start = System.nanoTime();
        Measurement slice = run(leastCalls());
        Deque<Measurement> earlier = new ArrayDeque<>();
        Deque<Measurement> later = new ArrayDeque<>();
        while (System.nanoTime() - start < longest.toNanos() && !isSteady(earlier, later)) {
            slice = run(callsIn(SLICE));
            later.add(slice);
            if (later.size() > SLICES_COMPARED) {
                earlier.add(later.remove());
            }
            if (earlier.size() > SLICES_COMPARED) {
                earlier.remove();
            }
        }
        return slice;
    }

    /** Measures after one slice that is not counted, because the client may have been idle. */
    @Override
    public Measurement measure(Duration window) throws Exception {
        run(callsIn(SLICE));
        return run(callsIn(window));
    }

    private Measurement run(int calls) throws Exception {
        Latencies latencies = new Latencies(calls);
        long progress = Progress.count();
        Meter.Reading before = this.meter.start();
        this.load.run(calls, latencies);
        if (this.workload.operation() == Operation.CALL_WITH_PROGRESS) {
            Progress.await(progress, calls);
        }
        Meter.Reading after = this.meter.stop();
        this.callNanos = (double) after.nanosSince(before) / calls;
        return Measurement.of(this.workload, calls, before, after, latencies);
    }

    private int callsIn(Duration duration) {
        return (int) Math.max(leastCalls(), duration.toNanos() / this.callNanos);
    }

    private int leastCalls() {
        return this.workload.operation() == Operation.CONNECT ? 1 : 4 * this.workload.atOnce();
    }

    private static boolean isSteady(Collection<Measurement> earlier, Collection<Measurement> later) {
        if (earlier.size() < SLICES_COMPARED) {
            return false;
        }
        double before = sumOfCpu(earlier);
        return later.stream().allMatch(Measurement::isWarm) && sumOfCpu(later) >= (1 - STEADY) * before;
    }

    private static double sumOfCpu(Collection<Measurement> slices) {
        return slices.stream().mapToDouble(slice -> slice.value(Metric.CPU)).sum();
    }

    @Override
    public void close() throws Exception {
        this.load.close();
    }
}
