package io.mcpclient.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** The threads of this process, as Linux counts what they do; there is nothing on other systems. */
final class LinuxThreads {

    private static final Path TASKS = Path.of("/proc/self/task");

    private static final Pattern COMPILER = Pattern.compile("C[12] Compiler.*");

    private static final String SWITCHES = "ctxt_switches:";

    private LinuxThreads() {}

    private static List<Path> all() {
        try (Stream<Path> tasks = Files.list(TASKS)) {
            return tasks.toList();
        } catch (IOException ex) {
            return List.of();
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException ended) {
            return "";
        }
    }

    /** Returns the context switches of each thread, voluntary and involuntary. */
    static Map<String, Long> contextSwitches() {
        return all().stream()
                .collect(Collectors.toMap(
                        task -> task.getFileName().toString(), task -> contextSwitches(read(task.resolve("status")))));
    }

    /** Returns the sum of both numbers in the status of a thread. */
    static long contextSwitches(String status) {
        return status.lines()
                .filter(line -> line.contains(SWITCHES))
                .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(SWITCHES) + SWITCHES.length())
                        .strip()))
                .sum();
    }

    /**
     * Returns the CPU nanoseconds of the threads of the JIT compiler so far. The total time of the JVM's own bean grows only when a
     * compilation ends, so a long one is not seen while it runs.
     */
    static OptionalLong cpuNanosOfCompiler() {
        long[] nanos = all().stream()
                .filter(task -> COMPILER.matcher(read(task.resolve("comm"))).matches())
                .mapToLong(task -> cpuNanos(read(task.resolve("schedstat"))))
                .toArray();
        return (nanos.length > 0) ? OptionalLong.of(LongStream.of(nanos).sum()) : OptionalLong.empty();
    }

    private static long cpuNanos(String time) {
        return time.isEmpty() ? 0 : Long.parseLong(time.substring(0, time.indexOf(' ')));
    }
}
