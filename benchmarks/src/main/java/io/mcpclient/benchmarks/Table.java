package io.mcpclient.benchmarks;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleBiFunction;

/**
 * Collects the measurements of all rounds and prints them as ratios to the floor.
 *
 * <p>A ratio is computed within a round, so that a temporary slowdown of the machine affects both sides. The table shows the
 * median of the rounds with minimum and maximum. Rounds that were not warm count only if there are no others, and reach no
 * target: a floor that is still being compiled would make all other clients look fast.
 */
final class Table {

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

    String render() {
        List<List<String>> rows = new ArrayList<>();
        List<String> header = new ArrayList<>(List.of("workload", "metric"));
        this.clients.forEach(client -> header.add(client.title()));
        header.addAll(List.of("target (final)", "reached"));
        rows.add(header);
        for (Workload workload : this.workloads) {
            for (Metric metric : Metric.values()) {
                rows.add(row(workload, metric));
            }
        }
        return markdown(rows);
    }

    private List<String> row(Workload workload, Metric metric) {
        List<String> row = new ArrayList<>(List.of(workload.title(), metric.title()));
        List<String> reached = new ArrayList<>();
        Target target = workload.targets().stream()
                .filter(candidate -> candidate.metric() == metric)
                .findFirst()
                .orElse(null);
        for (Client client : this.clients) {
            boolean floor = client == Client.FLOOR;
            Spread spread = floor ? absolute(workload, metric) : ratio(client, workload, metric);
            row.add(spread.format(floor ? metric.unit() : null));
            if (target != null && client.isOurs()) {
                reached.add(reached(target, spread));
            }
        }
        row.add(target == null ? "" : String.format(Locale.ROOT, "<= %.2f (%.2f)", target.first(), target.last()));
        row.add(String.join(", ", reached));
        return row;
    }

    private Map<Integer, Measurement> rounds(Client client, Workload workload) {
        return this.measurements.getOrDefault(workload, Map.of()).getOrDefault(client, Map.of());
    }

    private static String reached(Target target, Spread spread) {
        if (spread.isEmpty()) {
            return "-";
        }
        return spread.warm() ? target.reachedBy(spread.median()) : "?";
    }

    private Spread absolute(Workload workload, Metric metric) {
        return spread(Client.FLOOR, workload, (floor, same) -> floor.value(metric));
    }

    private Spread ratio(Client client, Workload workload, Metric metric) {
        return spread(client, workload, (floor, measured) -> measured.value(metric) / floor.value(metric));
    }

    /** Returns the rounds in which both sides were warm, or all of them if there is none. */
    private Spread spread(Client client, Workload workload, ToDoubleBiFunction<Measurement, Measurement> value) {
        Map<Integer, Measurement> floor = rounds(Client.FLOOR, workload);
        List<Double> warm = new ArrayList<>();
        List<Double> all = new ArrayList<>();
        rounds(client, workload).forEach((round, measurement) -> {
            Measurement base = floor.get(round);
            if (base != null) {
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

    private static String markdown(List<List<String>> rows) {
        StringBuilder table = new StringBuilder();
        List<String> header = rows.get(0);
        int[] widths = new int[header.size()];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                table.append("| ").append(pad(row.get(i), widths[i])).append(' ');
            }
            table.append("|\n");
            if (row == header) {
                for (int width : widths) {
                    table.append('|').append("-".repeat(width + 2));
                }
                table.append("|\n");
            }
        }
        return table.toString();
    }

    private static String pad(String text, int width) {
        return text + " ".repeat(width - text.length());
    }
}
