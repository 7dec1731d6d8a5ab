package io.mcpclient.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/** Starts the stub server and the clients, runs the clients in turns, round by round, and prints a table. */
public final class Benchmarks {

    private static final List<String> SERVER_JVM = List.of("-Xms64m", "-Xmx160m", "-XX:+UseSerialGC");

    private final Options options;
    private final Table table;
    private final List<String> notes = new ArrayList<>();
    private final Map<String, Integer> notWarm = new LinkedHashMap<>();
    private final Set<String> failures = new HashSet<>();

    private Benchmarks(Options options) {
        this.options = options;
        this.table = new Table(options.clients(), options.workloads());
    }

    public static void main(String[] args) throws IOException {
        Options options;
        try {
            options = Options.parse(args);
        } catch (IllegalArgumentException ex) {
            System.err.println(ex.getMessage());
            System.exit(2);
            return;
        }
        System.exit(new Benchmarks(options).run() ? 0 : 1);
    }

    /** Whether all measurements succeeded, independent of their results. */
    private boolean run() throws IOException {
        long start = System.nanoTime();
        double loadBefore = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        Process server = Jvm.start(SERVER_JVM, StubServer.class);
        try (BufferedReader said = server.inputReader(StandardCharsets.UTF_8)) {
            String url = "http://127.0.0.1:" + said.readLine().substring("port ".length()) + "/mcp";
            measure(url);
            server.getOutputStream().close();
            this.notes.add("The stub server: " + said.readLine() + ", including its own warm-up.");
        } finally {
            server.destroy();
        }
        print(loadBefore, Duration.ofNanos(System.nanoTime() - start));
        return this.failures.isEmpty();
    }

    /** Every client has one new JVM, in which it is warmed up for each workload before the first round. */
    private void measure(String url) {
        Map<Client, DriverProcess> drivers = new EnumMap<>(Client.class);
        try {
            for (Client client : this.options.clients()) {
                warmUp(client, url, drivers);
            }
            for (int round = 1; round <= Options.ROUNDS; round++) {
                for (Workload workload : this.options.workloads()) {
                    for (Client client : inTurn(round)) {
                        measure(round, client, workload, drivers.get(client));
                    }
                }
            }
        } finally {
            drivers.values().forEach(DriverProcess::close);
        }
    }

    private void warmUp(Client client, String url, Map<Client, DriverProcess> drivers) {
        try {
            DriverProcess driver = new DriverProcess(client, url);
            drivers.put(client, driver);
            boolean fresh = true;
            for (Workload workload : this.options.workloads()) {
                if (client.offers(workload)) {
                    try {
                        progress("warm-up", client, driver.warmUp(workload, this.options.warmUp(fresh)));
                    } catch (IOException ex) {
                        failed("warm-up", client, workload, ex);
                    }
                    fresh = false;
                }
            }
        } catch (IOException ex) {
            failed("start", client, this.options.workloads().get(0), ex);
        }
    }

    private void measure(int round, Client client, Workload workload, @Nullable DriverProcess driver) {
        if (driver != null && client.offers(workload) && !this.failures.contains(cell(client, workload))) {
            try {
                measured(round, client, driver.measure(workload, this.options.window()));
            } catch (IOException ex) {
                failed("round " + round, client, workload, ex);
            }
        }
    }

    private static String cell(Client client, Workload workload) {
        return workload.key() + " of " + client.title();
    }

    /** Every round starts with a different client, so that none always runs first. */
    private List<Client> inTurn(int round) {
        List<Client> clients = new ArrayList<>(this.options.clients());
        Collections.rotate(clients, 1 - round);
        return clients;
    }

    private void measured(int round, Client client, Measurement measurement) {
        progress("round " + round, client, measurement);
        this.table.add(round, client, measurement);
        String which = cell(client, measurement.workload());
        if (!measurement.isWarm()) {
            this.notWarm.merge(which, 1, Integer::sum);
        }
        if (measurement.threadsLost() > 0) {
            this.notes.add("Round " + round + ", " + which + ": " + measurement.threadsLost()
                    + " threads ended in the meantime; their allocations are missing.");
        }
    }

    private void failed(String phase, Client client, Workload workload, IOException ex) {
        this.failures.add(cell(client, workload));
        this.notes.add("FAILED: " + phase + ", " + cell(client, workload) + ": " + ex.getMessage());
    }

    private static void progress(String phase, Client client, Measurement measurement) {
        StringBuilder values = new StringBuilder();
        for (Metric metric : measurement.workload().operation().metrics()) {
            if (measurement.has(metric)) {
                values.append(
                        String.format(Locale.ROOT, " %s=%,.2f%s", metric, measurement.value(metric), metric.unit()));
            }
        }
        System.err.printf(
                Locale.ROOT,
                "%-8s %-18s %-14s%s compiling=%.2f%n",
                phase,
                client.title(),
                measurement.workload().key(),
                values,
                measurement.compiling());
    }

    private void print(double loadBefore, Duration took) throws IOException {
        String run = String.format(
                Locale.ROOT,
                "%d rounds of %d ms, one JVM per client, load average %.1f before the run, %d s in all.",
                Options.ROUNDS,
                this.options.window().toMillis(),
                loadBefore,
                took.toSeconds());
        if (!this.notWarm.isEmpty()) {
            this.notes.add("Rounds that were not warm, because the JIT compiler was still at work: "
                    + this.notWarm.entrySet().stream()
                            .map(cell -> cell.getKey() + " (" + cell.getValue() + ")")
                            .collect(Collectors.joining(", "))
                    + ".");
        }
        System.out.println(Machine.describe() + "\n" + run + "\n\n" + this.table.render(true) + this.table.overview());
        this.notes.forEach(System.out::println);
        if (this.options.write()) {
            Report.write(Machine.describe() + "- " + run + "\n\n### Overview\n\n" + this.table.overview() + "\n"
                    + this.table.render(false) + String.join("\n\n", this.notes) + "\n");
        }
    }
}
