package io.mcpclient.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Starts the stub server and the clients, runs the clients in turns, round by round, and prints a table. */
public final class Benchmarks {

    private static final List<String> SERVER_JVM = List.of("-Xms64m", "-Xmx64m", "-XX:+UseSerialGC");

    private final Options options;
    private final Table table;
    private final List<String> notes = new ArrayList<>();
    private final Map<String, Integer> notWarm = new LinkedHashMap<>();
    private boolean failed;

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
            if (this.options.quick()) {
                measureInOneJvmPerClient(url);
            } else {
                measureInFreshJvms(url);
            }
            server.getOutputStream().close();
            this.notes.add("The stub server: " + said.readLine() + ", including its own warm-up.");
        } finally {
            server.destroy();
        }
        print(loadBefore, Duration.ofNanos(System.nanoTime() - start));
        return !this.failed;
    }

    private void measureInFreshJvms(String url) {
        for (int round = 1; round <= Options.ROUNDS; round++) {
            for (Workload workload : this.options.workloads()) {
                for (Client client : inTurn(round)) {
                    try (DriverProcess driver = new DriverProcess(client, url)) {
                        driver.warmUp(workload, this.options.warmUp(true));
                        measured(round, client, driver.measure(workload, this.options.window()));
                    } catch (IOException ex) {
                        failed("round " + round, client, workload, ex);
                    }
                }
            }
        }
    }

    private void measureInOneJvmPerClient(String url) {
        Map<Client, DriverProcess> drivers = new EnumMap<>(Client.class);
        try {
            for (Client client : this.options.clients()) {
                warmUp(client, url, drivers);
            }
            for (int round = 1; round <= Options.ROUNDS; round++) {
                for (Workload workload : this.options.workloads()) {
                    for (Client client : inTurn(round)) {
                        DriverProcess driver = drivers.get(client);
                        if (driver != null) {
                            try {
                                measured(round, client, driver.measure(workload, this.options.window()));
                            } catch (IOException ex) {
                                failed("round " + round, client, workload, ex);
                                drivers.remove(client);
                                driver.close();
                            }
                        }
                    }
                }
            }
        } finally {
            drivers.values().forEach(DriverProcess::close);
        }
    }

    private void warmUp(Client client, String url, Map<Client, DriverProcess> drivers) {
        boolean fresh = true;
        try {
            DriverProcess driver = new DriverProcess(client, url);
            drivers.put(client, driver);
            for (Workload workload : this.options.workloads()) {
                progress("warm-up", client, driver.warmUp(workload, this.options.warmUp(fresh)));
                fresh = false;
            }
        } catch (IOException ex) {
            failed("warm-up", client, this.options.workloads().get(0), ex);
            DriverProcess driver = drivers.remove(client);
            if (driver != null) {
                driver.close();
            }
        }
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
        String which = client.title() + " " + measurement.workload().key();
        if (!measurement.isWarm()) {
            this.notWarm.merge(which, 1, Integer::sum);
        }
        if (measurement.threadsLost() > 0) {
            this.notes.add("Round " + round + ", " + which + ": " + measurement.threadsLost()
                    + " threads ended in the meantime; their allocations are missing.");
        }
    }

    private void failed(String phase, Client client, Workload workload, IOException ex) {
        this.failed = true;
        this.notes.add("FAILED: " + phase + ", " + client.title() + ", " + workload.key() + ": " + ex.getMessage());
    }

    private static void progress(String phase, Client client, Measurement measurement) {
        System.err.printf(
                Locale.ROOT,
                "%-8s %-14s %-12s %,9.1f us %,9.1f KB %,9.0f calls/s, compiling %.2f%n",
                phase,
                client.title(),
                measurement.workload().key(),
                measurement.value(Metric.CPU),
                measurement.value(Metric.ALLOCATED),
                measurement.value(Metric.RATE),
                measurement.compiling());
    }

    private void print(double loadBefore, Duration took) {
        System.out.printf(
                Locale.ROOT,
                "%nFloor: absolute. Others: ratio to the floor of the same round. Median (minimum..maximum) of %d rounds,"
                        + " %s, %d ms each.%nJava %s, %d processors, load average %.1f before the run, %d s in all.%n%n",
                Options.ROUNDS,
                this.options.quick() ? "one JVM per client" : "a new JVM each",
                this.options.window().toMillis(),
                System.getProperty("java.version"),
                Runtime.getRuntime().availableProcessors(),
                loadBefore,
                took.toSeconds());
        System.out.println(this.table.render());
        if (!this.notWarm.isEmpty()) {
            System.out.println("Rounds that were not warm because the JIT compiler was still active: " + this.notWarm);
        }
        this.notes.forEach(System.out::println);
    }
}
