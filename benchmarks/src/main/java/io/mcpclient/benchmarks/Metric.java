package io.mcpclient.benchmarks;

/** The metrics of every workload. A new metric requires a constant here, and a value in {@link Measurement}. */
enum Metric {
    CPU("CPU per call", "us"),
    ALLOCATED("allocated per call", "KB"),
    RATE("calls per second", "/s");

    private final String title;
    private final String unit;

    Metric(String title, String unit) {
        this.title = title;
        this.unit = unit;
    }

    String title() {
        return this.title;
    }

    String unit() {
        return this.unit;
    }
}
