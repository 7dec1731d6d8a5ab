package io.mcpclient.autoconfigure;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;

import io.mcpclient.McpClients;
import io.mcpclient.testkit.StdioServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** An application of Spring Boot in a process of its own that is ended by a signal while it uses a child process. */
@Timeout(90)
class JvmExitTests {

    private static final Duration LIMIT = Duration.ofSeconds(40);

    @TempDir
    Path directory;

    private Process application;

    /** Completes its work before it stops, as a web server does with its requests. */
    record Work(McpClients clients, AtomicBoolean started, CompletableFuture<Void> done) implements SmartLifecycle {

        @Override
        public void start() {
            this.started.set(true);
            String directory = System.getProperty("directory");
            CompletableFuture.runAsync(() -> {
                        for (String file : List.of("one", "two")) {
                            String path = Path.of(directory, file).toString();
                            System.out.println(file + ": "
                                    + this.clients
                                            .get("files")
                                            .callTool("wait", Map.of("file", path))
                                            .text());
                        }
                    })
                    .whenComplete((ended, error) -> {
                        System.out.println("> " + ((error != null) ? error : "complete"));
                        this.done.complete(null);
                    });
        }

        @Override
        public void stop() {
            System.out.println("> stops");
            this.done.join();
        }

        @Override
        public boolean isRunning() {
            return this.started.get();
        }
    }

    @ImportAutoConfiguration(McpClientAutoConfiguration.class)
    static class Application {

        @Bean
        Work work(McpClients clients) {
            return new Work(clients, new AtomicBoolean(), new CompletableFuture<>());
        }

        public static void main(String[] args) {
            SpringApplication application = new SpringApplication(Application.class);
            application.setRegisterShutdownHook(!Boolean.getBoolean("without-hook"));
            ConfigurableApplicationContext context = application.run(args);
            System.out.println("> runs " + context.isActive());
        }
    }

    private void start(String... options) throws Exception {
        List<String> server = StdioServer.command("record=" + file("calls"));
        ProcessBuilder builder = new ProcessBuilder(
                StdioServer.javaExecutable(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Ddirectory=" + this.directory);
        builder.command().addAll(List.of(options));
        builder.command()
                .addAll(List.of(
                        "-cp",
                        System.getProperty("java.class.path"),
                        Application.class.getName(),
                        "--spring.main.web-application-type=none",
                        "--spring.main.keep-alive=true",
                        "--spring.docker.compose.enabled=false",
                        "--mcp.servers.files.command=" + server.get(0)));
        for (int i = 1; i < server.size(); i++) {
            builder.command().add("--mcp.servers.files.args[" + (i - 1) + "]=" + server.get(i));
        }
        this.application = builder.redirectErrorStream(true)
                .redirectOutput(file("output").toFile())
                .start();
        awaitLine("calls", "tools/call");
        awaitLine("output", "> runs true");
        this.application.destroy();
    }

    private Path file(String name) {
        return this.directory.resolve(name);
    }

    private void awaitLine(String name, String end) {
        await().atMost(LIMIT)
                .until(() -> Files.exists(file(name))
                        && Files.readAllLines(file(name)).stream().anyMatch(line -> line.endsWith(end)));
    }

    @AfterEach
    void end() {
        this.application.destroyForcibly();
    }

    /** Also between two calls, and after the drain timeout, which begins when the clients are closed. */
    @ParameterizedTest
    @ValueSource(strings = {"2500ms", "0"})
    void callsDuringGracefulShutdownComplete(String drain) throws Exception {
        start("-Dmcp.servers.files.drain-timeout=" + drain);
        awaitLine("output", "> stops");
        Files.createFile(file("one"));
        awaitLine("output", "one: the file is there");
        Files.createFile(file("two"));
        awaitLine("output", "two: the file is there");
        awaitLine("output", "> complete");

        assertThat(this.application.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
        assertThat(Files.readString(file("output"))).doesNotContain("ERROR", "onErrorDropped");
    }

    /** Nothing is waited for but the drain timeout. */
    @Test
    void serverProcessEndsWhenTheJvmExitsWithoutClosingTheContext() throws Exception {
        start("-Dwithout-hook=true", "-Dmcp.servers.files.drain-timeout=0");

        assertThat(this.application.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
        assertThat(this.application.descendants()).isEmpty();
        assertThat(Files.readString(file("output"))).doesNotContain("> stops");
    }
}
