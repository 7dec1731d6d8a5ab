package io.mcpclient.internal.stdio;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.McpClient;
import io.mcpclient.testkit.StdioServer;
import io.mcpclient.transport.ExitSteps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** An application in a process of its own that is ended by a signal while a tool of a child process runs. */
@Timeout(60)
class JvmExitTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    @TempDir
    Path directory;

    private Process application;

    /** Calls a tool that ends when there is a file. Arguments: the file, the drain timeout, and a file that a step waits for. */
    static final class Application {

        public static void main(String[] args) {
            Duration drain = Duration.parse(args[1]);
            if (args.length > 2) {
                ExitSteps.add(() -> await().atMost(LIMIT).until(() -> Files.exists(Path.of(args[2]))));
            }
            Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("exit")));
            McpClient client = McpClient.builder("files")
                    .transport(new StdioTransportProvider(
                            StdioServer.java("record=" + args[0] + "-calls").withDrainTimeout(drain)))
                    .timeouts(timeouts ->
                            timeouts.withShutdown(drain.plusSeconds(5)).withDrain(drain))
                    .build();
            try {
                System.out.println(
                        client.callTool("wait", Map.of("file", args[0])).text());
            } catch (RuntimeException ex) {
                System.out.println(ex.getMessage());
            }
            client.callTool("wait", Map.of("file", args[0] + "2"));
        }
    }

    /** Connects when it is too late. Argument: how many servers it has used before, whose end it awaits. */
    static final class LateApplication {

        public static void main(String[] args) {
            for (int i = 0; i < Integer.parseInt(args[0]); i++) {
                McpClient.builder("early-" + i)
                        .transport(new StdioTransportProvider(StdioServer.java()))
                        .build()
                        .session()
                        .connect();
            }
            List<ProcessHandle> early = ProcessHandle.current().children().toList();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                early.forEach(process -> process.onExit().join());
                McpClient client = McpClient.builder("files")
                        .transport(new StdioTransportProvider(StdioServer.java()))
                        .build();
                try {
                    client.session().connect();
                } catch (RuntimeException ex) {
                    System.out.println(ex.getMessage());
                }
            }));
        }
    }

    private void start(String drain, String... step) throws Exception {
        List<String> args = new ArrayList<>(List.of(file("done").toString(), drain));
        args.addAll(List.of(step));
        start(Application.class, args);
        awaitLine("done-calls", "tools/call");
        this.application.destroy();
        awaitOutput("exit");
    }

    private void start(Class<?> main, List<String> args) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                StdioServer.javaExecutable(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName());
        builder.command().addAll(args);
        this.application = builder.redirectErrorStream(true)
                .redirectOutput(file("output").toFile())
                .start();
    }

    private Path file(String name) {
        return this.directory.resolve(name);
    }

    private void awaitOutput(String line) {
        awaitLine("output", line);
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

    private void assertEnds() throws Exception {
        assertThat(this.application.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
        assertThat(this.application.descendants()).isEmpty();
    }

    @Test
    void callInFlightCompletes() throws Exception {
        start("PT10S");
        Files.createFile(file("done"));

        awaitOutput("the file is there");
        Files.createFile(file("done2"));
        assertEnds();
    }

    @Test
    void callThatDoesNotEndWithinTheDrainTimeoutFails() throws Exception {
        start("PT0.3S");

        awaitOutput("MCP server \"files\": tools/call: the server process was stopped by this client");
        assertEnds();
    }

    // E20: also when the servers in use were ended already
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void startDuringJvmExitReportsTheExitAsTheReason(int servers) throws Exception {
        start(LateApplication.class, List.of(String.valueOf(servers)));

        awaitOutput("MCP server \"files\": connect: the server process was not started: the JVM is exiting");
        assertEnds();
    }

    @Test
    void processOutlivesTheApplicationsExitSteps() throws Exception {
        start("PT0S", file("step").toString());
        Files.createFile(file("done"));

        awaitOutput("the file is there");
        Files.createFile(file("step"));
        assertEnds();
    }
}
