package io.mcpclient.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * CPU of the threads of the JIT compiler of this process, as Linux counts it. The total time of the JVM's own bean grows only when a
 * compilation ends, so a long one is not seen while it runs.
 */
final class CompilerThreads {

    private static final Path TASKS = Path.of("/proc/self/task");

    private static final Pattern NAME = Pattern.compile("C[12] Compiler.*");

    private CompilerThreads() {}

    /** Returns the nanoseconds of all of them so far, or nothing on other systems. */
    static OptionalLong cpuNanos() {
        if (!Files.isDirectory(TASKS)) {
            return OptionalLong.empty();
        }
        try (Stream<Path> tasks = Files.list(TASKS)) {
            long[] ofCompiler = tasks.filter(CompilerThreads::isCompiler)
                    .mapToLong(CompilerThreads::cpuNanosOf)
                    .toArray();
            return (ofCompiler.length > 0)
                    ? OptionalLong.of(LongStream.of(ofCompiler).sum())
                    : OptionalLong.empty();
        } catch (IOException ex) {
            return OptionalLong.empty();
        }
    }

    private static boolean isCompiler(Path task) {
        return NAME.matcher(read(task.resolve("comm"))).matches();
    }

    private static long cpuNanosOf(Path task) {
        String time = read(task.resolve("schedstat"));
        return time.isEmpty() ? 0 : Long.parseLong(time.substring(0, time.indexOf(' ')));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException ended) {
            return "";
        }
    }
}
