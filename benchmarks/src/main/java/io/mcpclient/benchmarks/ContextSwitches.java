package io.mcpclient.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Context switches of the threads of this process, voluntary and involuntary, as Linux counts them. */
final class ContextSwitches {

    private static final Path TASKS = Path.of("/proc/self/task");
    private static final String MARK = "ctxt_switches:";

    private ContextSwitches() {}

    /** Returns the number per thread, or nothing on other systems. */
    static Map<String, Long> perThread() {
        Map<String, Long> switches = new HashMap<>();
        if (Files.isDirectory(TASKS)) {
            try (Stream<Path> tasks = Files.list(TASKS)) {
                for (Path task : (Iterable<Path>) tasks::iterator) {
                    switches.put(task.getFileName().toString(), of(task));
                }
            } catch (IOException ex) {
                return Map.of();
            }
        }
        return switches;
    }

    private static long of(Path task) {
        try {
            return sum(Files.readAllLines(task.resolve("status")));
        } catch (IOException ended) {
            return 0;
        }
    }

    /** Returns the sum of both numbers in the status of a thread. */
    static long sum(List<String> status) {
        return status.stream()
                .filter(line -> line.contains(MARK))
                .mapToLong(line -> Long.parseLong(
                        line.substring(line.indexOf(MARK) + MARK.length()).strip()))
                .sum();
    }
}
