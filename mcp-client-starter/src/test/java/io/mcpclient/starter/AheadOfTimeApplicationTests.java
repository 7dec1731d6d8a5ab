package io.mcpclient.starter;

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

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplicationAotProcessor;

import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;

/** What {@code process-aot} and {@code java -Dspring.aot.enabled=true} do, in processes of their own. */
class AheadOfTimeApplicationTests {

    private static final Duration LIMIT = Duration.ofSeconds(120);

    private static final String UNREACHABLE = "http://localhost:1/mcp";

    @TempDir
    private static Path directory;

    @BeforeAll
    static void process() throws IOException, InterruptedException {
        Result processed = java(
                List.of(),
                System.getProperty("java.class.path"),
                SpringApplicationAotProcessor.class,
                AheadOfTimeApplication.class.getName(),
                directory.resolve("sources").toString(),
                directory.resolve("resources").toString(),
                directory.resolve("classes").toString(),
                "io.mcpclient",
                "application",
                "--mcp.servers.weather.url=" + UNREACHABLE,
                "--mcp.servers.files.url=" + UNREACHABLE);
        assertThat(processed.exitCode()).as(processed.output()).isZero();
        compile(directory.resolve("sources"), directory.resolve("classes"));
    }

    @Test
    void whenProcessedApplicationStartsThenClientsAreInjectedByServer() throws IOException, InterruptedException {
        try (ScriptedLegacyServer server = server()) {
            Result run = run("--mcp.servers.weather.url=" + server.url(), "--mcp.servers.files.url=" + UNREACHABLE);
            assertThat(run.output())
                    .contains("blocking: {\"city\":\"Oslo\"}", "reactive: {\"city\":\"Oslo\"}")
                    .contains("typed: Oslo")
                    .contains("clients: files weather", "files: true");
            assertThat(run.exitCode()).isZero();
        }
    }

    @Test
    void whenServersDifferFromThoseOfTheBuildThenThoseOfTheStartCount() throws IOException, InterruptedException {
        try (ScriptedLegacyServer server = server()) {
            Result run = run(
                    "--mcp.servers.weather.url=" + server.url(),
                    "--mcp.servers.files.enabled=false",
                    "--mcp.servers.calendar.url=" + UNREACHABLE);
            assertThat(run.output())
                    .contains("blocking: {\"city\":\"Oslo\"}")
                    .contains("clients: calendar weather", "files: false");
            assertThat(run.exitCode()).isZero();
        }
    }

    private static ScriptedLegacyServer server() {
        ScriptedLegacyServer server = ScriptedHttpServer.legacy();
        server.withoutVerification();
        return server;
    }

    private static Result run(String... properties) throws IOException, InterruptedException {
        String path = String.join(
                System.getProperty("path.separator"),
                directory.resolve("classes").toString(),
                directory.resolve("resources").toString(),
                System.getProperty("java.class.path"));
        return java(List.of("-Dspring.aot.enabled=true"), path, AheadOfTimeApplication.class, properties);
    }

    private static Result java(List<String> options, String classPath, Class<?> main, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1"));
        command.addAll(options);
        command.addAll(List.of("-cp", classPath, main.getName()));
        command.addAll(List.of(arguments));
        Path output = Files.createTempFile(directory, "output", ".txt");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .as("ended by itself")
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        return new Result(process.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
    }

    private static void compile(Path sources, Path classes) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
                Stream<Path> tree = Files.walk(sources)) {
            List<Path> units =
                    tree.filter(path -> path.toString().endsWith(".java")).toList();
            assertThat(units).isNotEmpty();
            List<String> options = List.of(
                    "-proc:none",
                    "-d",
                    classes.toString(),
                    "-cp",
                    classes + System.getProperty("path.separator") + System.getProperty("java.class.path"));
            assertThat(compiler.getTask(null, files, null, options, null, files.getJavaFileObjectsFromPaths(units))
                            .call())
                    .isTrue();
        }
    }

    /** What is left of a process. */
    private record Result(int exitCode, String output) {}
}
