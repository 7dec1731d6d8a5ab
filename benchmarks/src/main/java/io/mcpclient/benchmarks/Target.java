package io.mcpclient.benchmarks;

/**
 * The largest ratio to the floor that a metric may have.
 *
 * @param first what the first release must reach
 * @param last what is aimed at in the end
 */
record Target(Metric metric, double first, double last) {

    /** How far a measured ratio has come: {@code final}, {@code first} or {@code no}. */
    String reachedBy(double ratio) {
        if (ratio <= this.last) {
            return "final";
        }
        return ratio <= this.first ? "first" : "no";
    }
}
