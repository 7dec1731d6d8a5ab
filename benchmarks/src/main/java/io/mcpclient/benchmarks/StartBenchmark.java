package io.mcpclient.benchmarks;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Measures what the starter adds to the start of an application: the same application without the library, with the library disabled,
 * and with one server. They take turns, each in a new JVM. Prints a table of the medians.
 */
public final class StartBenchmark {

    private static final List<String> SERVER_JVM = List.of("-Xms64m", "-Xmx64m", "-XX:+UseSerialGC");

    private static final int ROUNDS = 7;

    private static final String MARKER =
            "META-INF/spring/org.springframework.boot.autoconfigure.AutoConfiguration.imports";

    private StartBenchmark() {}

    /** The applications. */
    private enum Variant {
        WITHOUT("without the library"),
        DISABLED("disabled"),
        ONE("one server");

        private final String title;

        Variant(String title) {
            this.title = title;
        }

        List<String> properties(String url) {
            return switch (this) {
                case WITHOUT -> List.of();
                case DISABLED -> List.of("mcp.enabled=false");
                case ONE -> List.of("mcp.servers.one.url=" + url);
            };
        }
    }

    public static void main(String[] args) throws IOException {
        Process server = Jvm.start(SERVER_JVM, StubServer.class, "10");
        try (BufferedReader said = server.inputReader(StandardCharsets.UTF_8)) {
            String url = "http://127.0.0.1:" + said.readLine().substring("port ".length()) + "/mcp";
            long[][][] measured = new long[Variant.values().length][ROUNDS][];
            for (int round = 0; round < ROUNDS; round++) {
                for (Variant variant : Variant.values()) {
                    measured[variant.ordinal()][round] = run(variant, url);
                }
            }
            print(measured);
        } finally {
            server.destroy();
        }
    }

    /** Runs the application, and returns its values in the order of the metrics. */
    private static long[] run(Variant variant, String url) throws IOException {
        String classes = System.getProperty("java.class.path");
        Process process = Jvm.startWith(
                (variant == Variant.WITHOUT) ? withoutLibrary(classes) : classes,
                List.of(),
                StartApplication.class,
                variant.properties(url).toArray(String[]::new));
        try (BufferedReader said = process.inputReader(StandardCharsets.UTF_8)) {
            return said.lines()
                    .filter(line -> line.startsWith(StartApplication.RESULT))
                    .map(line -> line.substring(StartApplication.RESULT.length()))
                    .findFirst()
                    .map(line -> Arrays.stream(line.split(" "))
                            .mapToLong(Long::parseLong)
                            .toArray())
                    .orElseThrow(() -> new IOException("the application failed, see above"));
        } finally {
            process.destroy();
        }
    }

    /** Without the auto-configuration of the library, which nothing else refers to. */
    private static String withoutLibrary(String classes) {
        return Stream.of(classes.split(File.pathSeparator))
                .filter(entry -> !Files.exists(Path.of(entry, MARKER)))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static void print(long[][][] measured) {
        StringBuilder table = new StringBuilder("| start |");
        Stream.of(Variant.values())
                .forEach(variant -> table.append(' ').append(variant.title).append(" |"));
        table.append(" added by one server |\n|---|")
                .append("---|".repeat(measured.length + 1))
                .append('\n');
        for (StartApplication.Metric metric : StartApplication.Metric.values()) {
            table.append("| ").append(metric.title()).append(" |");
            Stream.of(measured).forEach(rounds -> table.append(cell(median(rounds, metric))));
            long with = median(measured[Variant.ONE.ordinal()], metric);
            long without = median(measured[Variant.WITHOUT.ordinal()], metric);
            table.append(cell(with - without)).append('\n');
        }
        System.out.print(table);
    }

    private static long median(long[][] rounds, StartApplication.Metric metric) {
        long[] values = Stream.of(rounds)
                .mapToLong(round -> round[metric.ordinal()])
                .sorted()
                .toArray();
        return values[values.length / 2];
    }

    private static String cell(long value) {
        return String.format(Locale.ROOT, " %,d |", value);
    }
}
