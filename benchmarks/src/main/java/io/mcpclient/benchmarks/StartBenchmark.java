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
import java.util.concurrent.TimeUnit;
import java.util.function.LongBinaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.springframework.util.FileSystemUtils;

import io.mcpclient.benchmarks.MinimalApplication.Library;

/**
 * Measures starts: what the starter adds to that of an application, and what clients need until their first result, in an
 * application and without one. Processes take turns, each in a new JVM. Prints tables of medians.
 */
public final class StartBenchmark {

    private static final List<String> SERVER_JVM = List.of("-Xms64m", "-Xmx64m", "-XX:+UseSerialGC");

    private static final int ROUNDS = 7;

    private static final String MARKER =
            "META-INF/spring/org.springframework.boot.autoconfigure.AutoConfiguration.imports";

    private static final List<Client> CLIENTS =
            List.of(Client.FLOOR, Client.OURS_REACTIVE, Client.SDK_ASYNC, Client.SPRING_AI, Client.LANGCHAIN4J);

    private StartBenchmark() {}

    /**
     * One column of a table.
     *
     * @param title its title
     * @param launch starts the process
     */
    private record Variant(String title, Launch launch) {

        @FunctionalInterface
        interface Launch {

            Process start() throws IOException;
        }

        /** Runs the process, and returns its values in the order of the metrics. */
        long[] run() throws IOException {
            Process process = this.launch.start();
            try (BufferedReader said = process.inputReader(StandardCharsets.UTF_8)) {
                return said.lines()
                        .filter(line -> line.startsWith(StartApplication.RESULT))
                        .map(line -> line.substring(StartApplication.RESULT.length()))
                        .findFirst()
                        .map(line -> Arrays.stream(line.split(" "))
                                .mapToLong(Long::parseLong)
                                .toArray())
                        .orElseThrow(() -> new IOException("\"" + this.title + "\" failed, see above"));
            } finally {
                end(process);
            }
        }

        /** Lets it end, since it may have an archive to write. */
        private static void end(Process process) throws IOException {
            try {
                process.waitFor(60, TimeUnit.SECONDS);
            } catch (InterruptedException ex) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted", ex);
            } finally {
                process.destroy();
            }
        }
    }

    public static void main(String[] args) throws IOException {
        Process server = Jvm.start(SERVER_JVM, StubServer.class, "10");
        try (BufferedReader said = server.inputReader(StandardCharsets.UTF_8)) {
            String url = "http://127.0.0.1:" + said.readLine().substring("port ".length());
            String library = System.getProperty("java.class.path");
            List<Variant> applications = List.of(
                    application("without the library", withoutLibrary(library)),
                    application("disabled", library, "mcp.enabled=false"),
                    application("one server", library, "mcp.servers.one.url=" + url + "/mcp"));
            print("start", applications, "added by one server", (without, with) -> with - without, 0, 2);
            List<Variant> clients =
                    CLIENTS.stream().map(client -> client(client, url)).toList();
            System.out.println();
            printMinimal(url);
            System.out.println();
            print("first result", clients, "ours, % of the floor", StartBenchmark::percent, 0, 1);
        } finally {
            server.destroy();
        }
    }

    private static Variant application(String title, String classes, String... properties) {
        return new Variant(title, () -> Jvm.startWith(classes, List.of(), StartApplication.class, properties));
    }

    private static Variant client(Client client, String url) {
        return new Variant(client.title(), () -> Jvm.start(List.of(), FirstResult.class, client.key(), url));
    }

    /** Measures the smallest applications, whose jars and archives are in a directory that is deleted afterwards. */
    private static void printMinimal(String url) throws IOException {
        Path directory = Files.createTempDirectory("start");
        try {
            List<Variant> minimal = List.of(
                    minimal(Library.NONE, url, directory),
                    minimal(Library.SPRING_AI, url, directory),
                    minimal(Library.OURS, url, directory),
                    archived(Library.SPRING_AI, url, directory),
                    archived(Library.OURS, url, directory));
            print("first result of an application", minimal, "ours, % of Spring AI", StartBenchmark::percent, 1, 2);
        } finally {
            FileSystemUtils.deleteRecursively(directory);
        }
    }

    /** An application with a class path of its own, beside the classes of this module. */
    private static Variant minimal(Library library, String url, Path directory) throws IOException {
        return minimal(library.title(), library, url, classPath(library, directory), List.of());
    }

    /** The same with an archive of the classes that it loads, which an earlier run writes. */
    private static Variant archived(Library library, String url, Path directory) throws IOException {
        String classPath = classPath(library, directory);
        Path archive = directory.resolve(library.module() + ".jsa");
        List<String> writing = List.of(
                "-XX:ArchiveClassesAtExit=" + archive, "-Xlog:cds=off", "-Xlog:cds+dynamic=off", "-Xshare:auto");
        minimal("the run that writes the archive", library, url, classPath, writing)
                .run();
        return minimal(
                library.title() + ", archive",
                library,
                url,
                classPath,
                List.of("-XX:SharedArchiveFile=" + archive, "-Xshare:on"));
    }

    private static Variant minimal(String title, Library library, String url, String classPath, List<String> options) {
        return new Variant(
                title, () -> Jvm.startWith(classPath, options, MinimalApplication.class, library.name(), url));
    }

    private static String classPath(Library library, Path directory) throws IOException {
        Path classes = Path.of(MinimalApplication.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath());
        Path others = classes.resolve("../../minimal/" + library.module() + "/target/classpath");
        return JarClassPath.of(classes + File.pathSeparator + Files.readString(others), directory);
    }

    private static long percent(long reference, long value) {
        return (reference == 0) ? 0 : value * 100 / reference;
    }

    /** Without the auto-configuration of the library, which nothing else refers to. */
    private static String withoutLibrary(String classes) {
        return Stream.of(classes.split(File.pathSeparator))
                .filter(entry -> !Files.exists(Path.of(entry, MARKER)))
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** Measures, and prints a table, whose last column compares one with another, the reference. */
    private static void print(
            String subject,
            List<Variant> variants,
            String title,
            LongBinaryOperator comparison,
            int reference,
            int compared)
            throws IOException {
        long[][][] measured = new long[variants.size()][ROUNDS][];
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < variants.size(); i++) {
                measured[i][round] = variants.get(i).run();
            }
        }
        StringBuilder table = new StringBuilder("| " + subject + " |");
        variants.forEach(variant -> table.append(' ').append(variant.title()).append(" |"));
        table.append(' ')
                .append(title)
                .append(" |\n|---|")
                .append("---|".repeat(variants.size() + 1))
                .append('\n');
        for (StartApplication.Metric metric : StartApplication.Metric.values()) {
            long[] medians = IntStream.range(0, variants.size())
                    .mapToLong(i -> median(measured[i], metric))
                    .toArray();
            table.append("| ").append(metric.title()).append(" |");
            Arrays.stream(medians).forEach(median -> table.append(cell(median)));
            table.append(cell(comparison.applyAsLong(medians[reference], medians[compared])))
                    .append('\n');
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
