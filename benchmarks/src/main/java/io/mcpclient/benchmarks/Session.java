package io.mcpclient.benchmarks;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;

/** One connected client under one workload. */
final class Session implements AutoCloseable {

    private static final Duration SLICE = Duration.ofMillis(200);
    private static final int SLICES_COMPARED = 5;
    private static final double STEADY = 0.10;

    private final Meter meter = new Meter();
    private final Workload workload;
    private final Subject subject;
    private final Load load;

    /** Duration of a recent call, divided by the number of concurrent calls. */
    private double callNanos;

    Session(Client client, URI server, Workload workload) {
        this.workload = workload;
        this.subject = client.connect(server, workload);
        this.load = Load.of(this.subject, workload.atOnce());
    }

    /**
     * Runs slices until the JIT compiler is idle and the CPU per call no longer falls. CPU and not the rate, because the rate
     * also depends on other load of the machine.
     */
    Measurement warmUp(Duration longest) throws Exception {
        long start = System.nanoTime();
        Measurement slice = run(this.workload.atOnce());
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
    Measurement measure(Duration window) throws Exception {
        run(callsIn(SLICE));
        return run(callsIn(window));
    }

    private Measurement run(int calls) throws Exception {
        Meter.Reading before = this.meter.read();
        this.load.run(calls);
        Meter.Reading after = this.meter.read();
        this.callNanos = (double) after.nanosSince(before) / calls;
        return Measurement.of(this.workload, calls, before, after);
    }

    private int callsIn(Duration duration) {
        return (int) Math.max(4.0 * this.workload.atOnce(), duration.toNanos() / this.callNanos);
    }

    private static boolean isSteady(Collection<Measurement> earlier, Collection<Measurement> later) {
        if (earlier.size() < SLICES_COMPARED) {
            return false;
        }
        double before = sumOfCpu(earlier);
        return later.stream().allMatch(Measurement::isWarm) && Math.abs(sumOfCpu(later) - before) <= STEADY * before;
    }

    private static double sumOfCpu(Collection<Measurement> slices) {
        return slices.stream().mapToDouble(slice -> slice.value(Metric.CPU)).sum();
    }

    @Override
    public void close() {
        this.load.close();
        this.subject.close();
    }
}
