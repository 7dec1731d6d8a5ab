package io.mcpclient.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Measures an application with 10, 100 and 1,000 servers of ten tools each, which all have the same names: every application in a
 * new JVM, and one stub server for all of them. Prints a table with the growth per server.
 */
public final class ManyServersBenchmark {

    private static final List<String> SERVER_JVM = List.of("-Xms64m", "-Xmx64m", "-XX:+UseSerialGC");

    private static final int TOOLS = 10;

    private ManyServersBenchmark() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        List<Integer> numbers = (args.length == 0)
                ? List.of(10, 100, 1_000)
                : Arrays.stream(args).map(Integer::valueOf).sorted().toList();
        Process server = Jvm.start(SERVER_JVM, StubServer.class, Integer.toString(TOOLS));
        try (BufferedReader said = server.inputReader(StandardCharsets.UTF_8)) {
            String url = "http://127.0.0.1:" + said.readLine().substring("port ".length()) + "/mcp";
            double[] plain = run(url, 0);
            List<double[]> measured = new ArrayList<>();
            for (int number : numbers) {
                measured.add(run(url, number));
            }
            print(plain, numbers, measured);
        } finally {
            server.destroy();
        }
    }

    /** Runs the application, and returns its values in the order of the metrics. */
    private static double[] run(String url, int servers) throws IOException, InterruptedException {
        List<String> options = new ArrayList<>(List.of("-Xms1g", "-Xmx1g", "-XX:+UseG1GC"));
        String more = System.getProperty("jvm"); // for a profile, for example
        if (more != null) {
            options.addAll(List.of(more.split(" ")));
        }
        Process process = Jvm.start(options, ManyServersApplication.class, url, Integer.toString(servers));
        try (BufferedReader said = process.inputReader(StandardCharsets.UTF_8)) {
            double[] values = said.lines()
                    .filter(line -> line.startsWith(ManyServersApplication.RESULT))
                    .map(line -> line.substring(ManyServersApplication.RESULT.length()))
                    .findFirst()
                    .map(line -> Arrays.stream(line.split(" "))
                            .mapToDouble(Double::parseDouble)
                            .toArray())
                    .orElseThrow(() -> new IOException("the application failed, see above"));
            process.waitFor(30, TimeUnit.SECONDS); // it may have a recording to write
            return values;
        } finally {
            process.destroy();
        }
    }

    private static void print(double[] plain, List<Integer> numbers, List<double[]> measured) {
        StringBuilder table = new StringBuilder("| metric | no servers |");
        numbers.forEach(number -> table.append(String.format(Locale.ROOT, " %,d servers |", number)));
        numbers.stream()
                .skip(1)
                .forEach(number -> table.append(String.format(Locale.ROOT, " per server up to %,d |", number)));
        table.append("\n|---|").append("---|".repeat(2 * numbers.size())).append('\n');
        for (ManyServersApplication.Metric metric : ManyServersApplication.Metric.values()) {
            int i = metric.ordinal();
            table.append("| ").append(metric.title()).append(" |").append(cell(plain[i]));
            measured.forEach(values -> table.append(cell(values[i])));
            for (int next = 1; next < numbers.size(); next++) {
                double more = measured.get(next)[i] - measured.get(next - 1)[i];
                table.append(cell(more / (numbers.get(next) - numbers.get(next - 1))));
            }
            table.append('\n');
        }
        System.out.print(table);
    }

    private static String cell(double value) {
        boolean isExact = value == Math.rint(value) || Math.abs(value) >= 1_000;
        return String.format(Locale.ROOT, isExact ? " %,.0f |" : " %,.2f |", value);
    }
}
