package io.mcpclient.benchmarks;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** What a workload measures. A client states in {@link Client} which of them it offers. */
enum Operation {
    /** A tool call on a connected client. */
    CALL(EnumSet.of(Metric.CPU, Metric.ALLOCATED, Metric.RATE, Metric.P50, Metric.SWITCHES)),
    /** The same, with {@link Workload#PROGRESS_EVENTS} progress notifications, all of which the client must deliver. */
    CALL_WITH_PROGRESS(EnumSet.of(Metric.CPU, Metric.ALLOCATED, Metric.RATE, Metric.P50, Metric.SWITCHES)),
    /**
     * A tool call whose structured content is bound to {@link Orders}. Clients that validate such results have read the list of tools
     * before, and with it the schema.
     */
    TYPED(EnumSet.of(Metric.CPU, Metric.ALLOCATED, Metric.RATE, Metric.P50, Metric.SWITCHES)),
    /** The list of all {@link Workload#TOOLS} tools, in {@link Workload#PAGES} pages. */
    LIST(EnumSet.of(Metric.CPU, Metric.ALLOCATED, Metric.RATE, Metric.P50, Metric.SWITCHES)),
    /** As many clients as the workload requires connect at once, and are then closed. The time ends when all are connected. */
    CONNECT(EnumSet.of(Metric.CPU, Metric.ALLOCATED, Metric.P50)),
    /** As many clients as the workload requires are connected, and nothing else happens. */
    IDLE(EnumSet.of(Metric.HEAP, Metric.THREADS));

    @SuppressWarnings("ImmutableEnumChecker") // never changed
    private final Set<Metric> metrics;

    Operation(Set<Metric> metrics) {
        this.metrics = metrics;
    }

    /** Returns the metrics that the overview shows. */
    List<Metric> overview() {
        return switch (this) {
            case CALL, CALL_WITH_PROGRESS, TYPED, LIST -> List.of(Metric.CPU, Metric.ALLOCATED);
            case CONNECT -> List.of(Metric.P50);
            case IDLE -> List.of(Metric.HEAP, Metric.THREADS);
        };
    }

    /** Returns the metrics in the order of their columns. */
    Set<Metric> metrics() {
        return this.metrics;
    }
}
