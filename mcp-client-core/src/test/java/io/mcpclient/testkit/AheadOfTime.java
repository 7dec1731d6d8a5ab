package io.mcpclient.testkit;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

import static org.assertj.core.api.Assertions.assertThat;

/** What {@code process-aot} of Spring Boot and {@code java -Dspring.aot.enabled=true} do, in processes of their own. */
public final class AheadOfTime {

    private static final Duration LIMIT = Duration.ofSeconds(120);

    private static final String PROCESSOR = "org.springframework.boot.SpringApplicationAotProcessor";

    private final Class<?> application;

    private final Path directory;

    private AheadOfTime(Class<?> application, Path directory) {
        this.application = application;
        this.directory = directory;
    }

    /** What is left of a process. */
    public record Result(int exitCode, String output) {}

    /**
     * Processes an application and compiles what was generated.
     * @param application class with the method {@code main}
     * @param directory empty directory for everything that is generated
     * @param arguments arguments of the application at the time of the build
     * @return the processed application
     */
    public static AheadOfTime process(Class<?> application, Path directory, String... arguments)
            throws IOException, InterruptedException {
        AheadOfTime processed = new AheadOfTime(application, directory);
        List<String> command = new ArrayList<>(List.of(
                application.getName(),
                directory.resolve("sources").toString(),
                directory.resolve("resources").toString(),
                directory.resolve("classes").toString(),
                "io.mcpclient",
                "application"));
        command.addAll(List.of(arguments));
        Result result = java(
                directory, List.of(), System.getProperty("java.class.path"), PROCESSOR, command.toArray(String[]::new));
        assertThat(result.exitCode()).as(result.output()).isZero();
        processed.compile();
        return processed;
    }

    /** Runs the application until it ends. */
    public Result run(String... arguments) throws IOException, InterruptedException {
        Path output = newOutput(this.directory);
        return result(start(output, arguments), output);
    }

    /**
     * Runs a class in a process of its own, with the flags of the tests' JVMs, until it ends.
     * @param directory directory for what it prints
     * @param options further options of the JVM
     * @param classPath class path
     * @param main name of the class
     * @param arguments its arguments
     * @return what is left of it
     */
    public static Result java(Path directory, List<String> options, String classPath, String main, String... arguments)
            throws IOException, InterruptedException {
        Path output = newOutput(directory);
        return result(start(options, classPath, main, arguments, output), output);
    }

    /**
     * Starts the application. The caller ends the process.
     * @param output file for what it prints
     * @param arguments arguments of the application
     * @return the process
     */
    public Process start(Path output, String... arguments) throws IOException {
        String path = String.join(
                File.pathSeparator,
                this.directory.resolve("classes").toString(),
                this.directory.resolve("resources").toString(),
                System.getProperty("java.class.path"));
        return start(List.of("-Dspring.aot.enabled=true"), path, this.application.getName(), arguments, output);
    }

    private static Path newOutput(Path directory) throws IOException {
        return Files.createTempFile(directory, "output", ".txt");
    }

    private static Process start(List<String> options, String classPath, String main, String[] arguments, Path output)
            throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1"));
        command.addAll(options);
        command.addAll(List.of("-cp", classPath, main));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
    }

    private static Result result(Process process, Path output) throws IOException, InterruptedException {
        try {
            assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .as("ended by itself")
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        return new Result(process.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
    }

    private void compile() throws IOException {
        Path classes = this.directory.resolve("classes");
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
                Stream<Path> tree = Files.walk(this.directory.resolve("sources"))) {
            List<Path> units =
                    tree.filter(path -> path.toString().endsWith(".java")).toList();
            assertThat(units).isNotEmpty();
            List<String> options = List.of(
                    "-proc:none",
                    "-d",
                    classes.toString(),
                    "-cp",
                    classes + File.pathSeparator + System.getProperty("java.class.path"));
            assertThat(compiler.getTask(null, files, null, options, null, files.getJavaFileObjectsFromPaths(units))
                            .call())
                    .isTrue();
        }
    }
}
