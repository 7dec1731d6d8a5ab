package io.mcpclient.benchmarks;

/**
 * The maximum of a metric: a ratio to the floor, or a value if the metric {@linkplain Metric#isRatio() has no ratio}.
 *
 * @param first target for the first release
 * @param last final target
 */
record Target(Metric metric, double first, double last) {

    /** Returns the target that a measured value reaches: {@code final}, {@code first} or {@code no}. */
    String reachedBy(double value) {
        if (value <= this.last) {
            return "final";
        }
        return value <= this.first ? "first" : "no";
    }
}
