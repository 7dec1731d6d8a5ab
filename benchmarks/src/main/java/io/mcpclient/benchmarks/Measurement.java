package io.mcpclient.benchmarks;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/**
 * The cost of a number of calls of one workload. Crosses the process boundary as one line of text.
 *
 * @param calls number of measured calls
 * @param compiling CPU of the JIT compiler during the measurement, as a share of the elapsed time
 * @param threadsLost threads whose allocation could not be counted
 */
record Measurement(Workload workload, Map<Metric, Double> values, int calls, double compiling, long threadsLost) {

    private static final String MARK = "MEASURED";
    private static final double NOT_WARM = 0.05;

    static Measurement of(
            Workload workload, int calls, Meter.Reading before, Meter.Reading after, Latencies latencies) {
        Map<Metric, Double> values = new EnumMap<>(Metric.class);
        values.put(Metric.CPU, after.cpuNanosSince(before) / 1e3 / calls);
        values.put(Metric.ALLOCATED, after.allocatedSince(before) / 1024.0 / calls);
        values.put(Metric.RATE, calls * 1e9 / after.nanosSince(before));
        values.put(Metric.P50, latencies.medianNanos() / 1e3);
        after.switchesSince(before).ifPresent(switches -> values.put(Metric.SWITCHES, (double) switches / calls));
        values.keySet().retainAll(workload.operation().metrics());
        double compiling = (double) after.compilerNanosSince(before) / Math.max(1, after.nanosSince(before));
        return new Measurement(workload, values, calls, compiling, after.threadsLostSince(before));
    }

    /** Whether the metric could be measured on this system. */
    boolean has(Metric metric) {
        return this.values.containsKey(metric);
    }

    double value(Metric metric) {
        Double value = this.values.get(metric);
        if (value == null) {
            throw new IllegalStateException(metric + " was not measured");
        }
        return value;
    }

    /** Whether the JVM had finished its warm-up; otherwise the values are too high. */
    boolean isWarm() {
        return this.compiling <= NOT_WARM;
    }

    String toLine() {
        StringBuilder line = new StringBuilder(String.format(
                Locale.ROOT,
                "%s %s %d %.3f %d",
                MARK,
                this.workload.key(),
                this.calls,
                this.compiling,
                this.threadsLost));
        this.values.forEach((metric, value) -> line.append(String.format(Locale.ROOT, " %s=%.3f", metric, value)));
        return line.toString();
    }

    static boolean isLine(String line) {
        return line.startsWith(MARK + " ");
    }

    static Measurement parse(String line) {
        String[] words = line.split(" ", -1);
        Map<Metric, Double> values = new EnumMap<>(Metric.class);
        for (int i = 5; i < words.length; i++) {
            int equals = words[i].indexOf('=');
            values.put(Metric.valueOf(words[i].substring(0, equals)), Double.valueOf(words[i].substring(equals + 1)));
        }
        return new Measurement(
                Workload.of(words[1]),
                values,
                Integer.parseInt(words[2]),
                Double.parseDouble(words[3]),
                Long.parseLong(words[4]));
    }
}
