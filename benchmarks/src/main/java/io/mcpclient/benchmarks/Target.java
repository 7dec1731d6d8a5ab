package io.mcpclient.benchmarks;

/**
 * The maximum ratio of a metric to the floor.
 *
 * @param first target for the first release
 * @param last final target
 */
record Target(Metric metric, double first, double last) {

    /** Returns the target that a measured ratio reaches: {@code final}, {@code first} or {@code no}. */
    String reachedBy(double ratio) {
        if (ratio <= this.last) {
            return "final";
        }
        return ratio <= this.first ? "first" : "no";
    }
}
