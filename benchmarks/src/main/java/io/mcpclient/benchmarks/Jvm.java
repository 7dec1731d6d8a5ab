package io.mcpclient.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts main classes of this module in a separate JVM, with the same Java version. */
final class Jvm {

    private Jvm() {}

    static Process start(List<String> options, Class<?> main, String... arguments) throws IOException {
        return startWith(System.getProperty("java.class.path"), options, main, arguments);
    }

    static Process startWith(String classPath, List<String> options, Class<?> main, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-cp", classPath, main.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}
