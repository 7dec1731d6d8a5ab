package io.mcpclient.autoconfigure.session;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import org.awaitility.Awaitility;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

import io.mcpclient.McpClient;
import io.mcpclient.store.McpSessionStore;

import static org.assertj.core.api.Assertions.assertThat;

/** A Spring Boot application in a process of its own, which can be killed as a power cut would kill it. */
final class ChildApplication implements AutoCloseable {

    /** Rules out only that it hangs: the start of an application takes a minute on a machine with ten other tasks. */
    private static final Duration LIMIT = Duration.ofSeconds(150);

    private static final String CALLED = "called: ";

    private final Process process;

    private final List<String> output = new CopyOnWriteArrayList<>();

    private ChildApplication(Process process) {
        this.process = process;
        Thread reader = new Thread(this::read, "child-application");
        reader.setDaemon(true);
        reader.start();
    }

    /** Starts it; it calls a tool, says so, and stays. */
    static ChildApplication start(String... properties) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Application.class.getName()));
        command.addAll(List.of(properties));
        try {
            return new ChildApplication(
                    new ProcessBuilder(command).redirectErrorStream(true).start());
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private void read() {
        try (BufferedReader lines = this.process.inputReader(StandardCharsets.UTF_8)) {
            lines.lines().forEach(this.output::add);
        } catch (IOException | UncheckedIOException ex) {
            this.output.add(String.valueOf(ex)); // it was killed
        }
    }

    /** Waits for what the tool answered. */
    String awaitCall() {
        Awaitility.await()
                .atMost(LIMIT)
                .failFast(() -> assertThat(this.process.isAlive())
                        .as("application whose output is %s", this.output)
                        .isTrue())
                .until(() -> this.output.stream().anyMatch(line -> line.startsWith(CALLED)));
        return this.output.stream()
                .filter(line -> line.startsWith(CALLED))
                .findFirst()
                .orElseThrow();
    }

    String output() {
        return String.join("\n", this.output);
    }

    /** Ends it by SIGKILL, or what is as hard elsewhere. */
    void kill() throws InterruptedException {
        this.process.destroyForcibly();
        assertThat(this.process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    @Override
    public void close() {
        this.process.destroyForcibly();
    }

    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Application {

        public static void main(String[] args) {
            ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
                    .properties("spring.docker.compose.enabled=false") // its library is there for other tests
                    .web(WebApplicationType.NONE)
                    .run(args);
            warmUp(context.getBean(McpSessionStore.class));
            String answer = context.getBean(McpClient.class).callTool("echo", Map.of("city", "Oslo"), String.class);
            System.out.println(CALLED + answer);
            // Nothing else keeps it: the threads of clients do not.
            new Thread(() -> LockSupport.parkNanos(LIMIT.multipliedBy(2).toNanos())).start();
        }
    }

    /** Waits until a store is prepared: an operation during its preparation fails after a second and a half. */
    static void warmUp(McpSessionStore store) {
        Awaitility.await().atMost(LIMIT).ignoreExceptions().until(() -> store.load("warm-up") == null);
    }
}
