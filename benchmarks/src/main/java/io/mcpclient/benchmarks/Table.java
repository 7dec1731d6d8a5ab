package io.mcpclient.benchmarks;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleBiFunction;

import org.jspecify.annotations.Nullable;

/**
 * Collects the measurements of all rounds and prints them as ratios to the floor, one table per workload. A dash is what a client
 * does not offer, or a system does not count.
 *
 * <p>A ratio is computed within a round, so that a temporary slowdown of the machine affects both sides. The table shows the
 * median of the rounds with minimum and maximum. Rounds that were not warm count only if there are no others, and reach no
 * target: a floor that is still being compiled would make all other clients look fast.
 */
final class Table {

    private static final String NOT_OFFERED = "-";

    private final List<Client> clients;
    private final List<Workload> workloads;
    private final Map<Workload, Map<Client, Map<Integer, Measurement>>> measurements = new HashMap<>();

    Table(List<Client> clients, List<Workload> workloads) {
        this.clients = clients;
        this.workloads = workloads;
    }

    void add(int round, Client client, Measurement measurement) {
        this.measurements
                .computeIfAbsent(measurement.workload(), workload -> new EnumMap<>(Client.class))
                .computeIfAbsent(client, key -> new TreeMap<>())
                .put(round, measurement);
    }

    /**
     * Returns one table per workload.
     * @param targets whether the tables have targets, and which of them our clients reach
     */
    String render(boolean targets) {
        StringBuilder tables = new StringBuilder();
        for (Workload workload : this.workloads) {
            tables.append("### ").append(capitalized(workload.title())).append("\n\n");
            List<List<String>> rows = new ArrayList<>();
            List<String> header = new ArrayList<>(List.of("client"));
            workload.operation().metrics().forEach(metric -> header.add(metric.title()));
            rows.add(header);
            for (Client client : this.clients) {
                rows.add(row(client, workload, targets));
            }
            if (targets) {
                rows.add(targets(workload));
            }
            tables.append(Markdown.table(rows)).append('\n');
        }
        return tables.toString();
    }

    /** Returns the medians of all workloads in one table, with one metric each: a row per workload, a column per client. */
    String overview() {
        List<List<String>> rows = new ArrayList<>();
        List<String> header = new ArrayList<>(List.of("workload", "metric"));
        this.clients.forEach(client -> header.add(client.title()));
        rows.add(header);
        for (Workload workload : this.workloads) {
            for (Metric metric : workload.operation().overview()) {
                List<String> row = new ArrayList<>(List.of(workload.title(), metric.title()));
                for (Client client : this.clients) {
                    Spread spread = spread(client, workload, metric);
                    row.add(
                            !client.offers(workload) || isUnknown(client, workload, metric)
                                    ? NOT_OFFERED
                                    : spread.formatMedian(unit(client, metric)));
                }
                rows.add(row);
            }
        }
        return Markdown.table(rows);
    }

    private List<String> row(Client client, Workload workload, boolean targets) {
        List<String> row = new ArrayList<>(List.of(client.title()));
        for (Metric metric : workload.operation().metrics()) {
            if (!client.offers(workload) || isUnknown(client, workload, metric)) {
                row.add(NOT_OFFERED);
                continue;
            }
            Spread spread = spread(client, workload, metric);
            String reached = targets && client.isOurs()
                    ? target(workload, metric)
                            .map(target -> " " + reached(target, spread))
                            .orElse("")
                    : "";
            row.add(spread.format(unit(client, metric)) + reached);
        }
        return row;
    }

    private static List<String> targets(Workload workload) {
        List<String> row = new ArrayList<>(List.of("target (final)"));
        for (Metric metric : workload.operation().metrics()) {
            row.add(target(workload, metric)
                    .map(target -> String.format(Locale.ROOT, "<= %.2f (%.2f)", target.first(), target.last()))
                    .orElse(""));
        }
        return row;
    }

    private static Optional<Target> target(Workload workload, Metric metric) {
        return workload.targets().stream()
                .filter(target -> target.metric() == metric)
                .findFirst();
    }

    /** Whether the client was measured, but not this metric, which the system does not provide. */
    private boolean isUnknown(Client client, Workload workload, Metric metric) {
        Map<Integer, Measurement> rounds = rounds(client, workload);
        return !rounds.isEmpty() && rounds.values().stream().noneMatch(measurement -> measurement.has(metric));
    }

    private static @Nullable String unit(Client client, Metric metric) {
        return client == Client.FLOOR || !metric.isRatio() ? metric.unit() : null;
    }

    private static String capitalized(String title) {
        return title.substring(0, 1).toUpperCase(Locale.ROOT) + title.substring(1);
    }

    private Map<Integer, Measurement> rounds(Client client, Workload workload) {
        return this.measurements.getOrDefault(workload, Map.of()).getOrDefault(client, Map.of());
    }

    private static String reached(Target target, Spread spread) {
        if (spread.isEmpty()) {
            return "?";
        }
        return spread.warm() ? target.reachedBy(spread.median()) : "?";
    }

    private Spread spread(Client client, Workload workload, Metric metric) {
        return spread(
                client,
                workload,
                metric,
                (floor, measured) -> client == Client.FLOOR || !metric.isRatio()
                        ? measured.value(metric)
                        : measured.value(metric) / floor.value(metric));
    }

    /** Returns the rounds in which both sides have the metric and were warm, or all that have it if there is none. */
    private Spread spread(
            Client client, Workload workload, Metric metric, ToDoubleBiFunction<Measurement, Measurement> value) {
        Map<Integer, Measurement> floor = rounds(Client.FLOOR, workload);
        List<Double> warm = new ArrayList<>();
        List<Double> all = new ArrayList<>();
        rounds(client, workload).forEach((round, measurement) -> {
            Measurement base = floor.get(round);
            if (base != null && base.has(metric) && measurement.has(metric)) {
                double single = value.applyAsDouble(base, measurement);
                all.add(single);
                if (base.isWarm() && measurement.isWarm()) {
                    warm.add(single);
                }
            }
        });
        List<Double> values = warm.isEmpty() ? all : warm;
        return new Spread(values.stream().sorted().toList(), !warm.isEmpty());
    }
}
