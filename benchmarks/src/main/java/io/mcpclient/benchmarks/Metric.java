package io.mcpclient.benchmarks;

/** The metrics, in the order of the columns. A new metric requires a constant here, and a value in {@link Measurement}. */
enum Metric {
    CPU("CPU per call", "us", true),
    ALLOCATED("allocated per call", "KB", true),
    RATE("calls per second", "/s", true),
    P50("p50", "us", true),
    SWITCHES("context switches per call", "", true),
    HEAP("live heap per client", "KB", false),
    THREADS("threads per client", "", false);

    private final String title;
    private final String unit;
    private final boolean ratio;

    Metric(String title, String unit, boolean ratio) {
        this.title = title;
        this.unit = unit;
        this.ratio = ratio;
    }

    String title() {
        return this.title;
    }

    String unit() {
        return this.unit;
    }

    /** Whether clients are compared with the floor; otherwise their values are shown, because the floor has next to nothing. */
    boolean isRatio() {
        return this.ratio;
    }
}
