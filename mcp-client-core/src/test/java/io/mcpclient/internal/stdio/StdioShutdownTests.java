package io.mcpclient.internal.stdio;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.McpClient;
import io.mcpclient.McpClientBuilder;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.settings.McpRetrySettings;
import io.mcpclient.settings.McpStderrMode;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.Repetitions;
import io.mcpclient.testkit.StdioServer;
import io.mcpclient.testkit.Timed;
import io.mcpclient.time.TimeSource;
import io.mcpclient.transport.McpIgnoredMessages;
import io.mcpclient.transport.ReceivedMessage;
import io.mcpclient.transport.TransportListener;
import io.mcpclient.transport.TransportProvider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

/** What is left of a server when it was ended: nothing. */
@Timeout(120)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "sleep, signals and /bin/sh")
class StdioShutdownTests {

    private static final Duration SOON = Duration.ofSeconds(10);

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private McpClient client(StdioTransportSettings settings) {
        return this.invariants.build(builder(settings));
    }

    private static McpClientBuilder builder(StdioTransportSettings settings) {
        return McpClient.builder("weather")
                .transport(new StdioTransportProvider(settings))
                .timeouts(timeouts -> timeouts.withConnect(Duration.ofSeconds(20))
                        .withShutdown(settings.shutdownTimeout().plusSeconds(2)));
    }

    private static List<ProcessHandle> descendants() {
        return ProcessHandle.current().descendants().toList();
    }

    /** A process that is killed ends when the kernel has time for it. */
    private static void assertEnded(List<ProcessHandle> processes, int count) {
        assertThat(processes).hasSize(count);
        await().atMost(SOON).until(() -> processes.stream().noneMatch(StdioShutdownTests::isRunning));
    }

    /** What has ended and was not fetched by its parent has no command any more. */
    private static boolean isRunning(ProcessHandle process) {
        return process.isAlive() && process.info().command().isPresent();
    }

    /** Ours; those with which the JDK waits for processes stay for a minute to wait for others. */
    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("mcp-stdio"))
                .toList();
    }

    @AfterEach
    void nothingIsLeft() {
        assertThat(descendants()).noneMatch(StdioShutdownTests::isRunning);
    }

    private static Duration duration(Runnable work) {
        long begin = System.nanoTime();
        work.run();
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    /** In a process that may not have any more threads. */
    private static TimeSource withoutThreads() {
        return new TimeSource() {

            @Override
            public Instant instant() {
                return Instant.now();
            }

            @Override
            public long nanoTime() {
                if (Thread.currentThread().getName().startsWith("mcp-stdio-worker-")) {
                    throw new OutOfMemoryError("unable to create native thread");
                }
                return System.nanoTime();
            }

            @Override
            public Scheduler timers() {
                return Schedulers.parallel();
            }
        };
    }

    // fault E25: the process of each attempt to connect would stay
    @Test
    void processWhoseOutputCannotBeReadIsEnded() {
        StdioTransport transport = new StdioTransport(
                new TransportProvider.Context(
                        "weather",
                        new JsonCodec(JsonLimits.DEFAULT),
                        new McpIgnoredMessages("weather"),
                        withoutThreads()),
                StdioServer.java());
        TransportListener unused = new TransportListener() {

            @Override
            public void onMessage(ReceivedMessage message) {}

            @Override
            public void onClosed(Throwable cause) {}
        };

        McpConnectionException failure = catchThrowableOfType(
                McpConnectionException.class, () -> transport.open(unused).block(SOON));

        assertThat(failure.outcome()).isEqualTo(McpOutcome.NOT_SENT);
        assertThat(failure.problem()).contains("cannot be read", "OutOfMemoryError: unable to create native thread");
        assertThat(failure.remedy()).contains("limits of threads");
        await().atMost(SOON).until(() -> descendants().stream().noneMatch(StdioShutdownTests::isRunning));
    }

    // STD-14: a server that follows the rules is not asked twice
    @Test
    @Timed
    void closeEndsAWellBehavedServerAtOnce() {
        McpClient client = client(StdioServer.java().withShutdownTimeout(Duration.ofSeconds(30)));
        client.session().connect();
        List<ProcessHandle> processes = descendants();

        // It would be asked a second time after 9 s.
        assertThat(duration(client::close)).isLessThan(Duration.ofSeconds(5));

        assertEnded(processes, 1);
    }

    // fault E18
    @Test
    @Timed
    void closeWhenServerIgnoresEveryRequestKillsItWithinTheLimit() {
        McpClient client = client(StdioServer.java("stubborn").withShutdownTimeout(Duration.ofSeconds(2)));
        client.session().connect();
        List<ProcessHandle> processes = descendants();

        assertThat(duration(client::close)).isBetween(Duration.ofMillis(1100), Duration.ofSeconds(5));

        assertEnded(processes, 1);
    }

    // fault E18: one that ends when it is asked to, but not with its input
    @Test
    @Timed
    void closeWhenServerIgnoresEndOfInputTerminatesIt() {
        McpClient client = client(StdioServer.java("deaf").withShutdownTimeout(Duration.ofSeconds(10)));
        client.reactive().session().connect().subscribe(server -> {}, error -> {});
        await().atMost(SOON).until(() -> !descendants().isEmpty());

        // It is asked to end after 3 s, and would be killed after 6 s.
        assertThat(duration(client::close)).isLessThan(Duration.ofMillis(5500));
    }

    // fault E19: the child of a wrapper holds the pipes and does not end by itself
    @Test
    @Timed
    void closeEndsTheChildrenOfTheServerToo() {
        McpClient client = client(StdioServer.java("grandchild").withShutdownTimeout(Duration.ofSeconds(2)));
        client.session().connect();
        List<ProcessHandle> processes = descendants();

        assertThat(duration(client::close)).isLessThan(Duration.ofSeconds(5));

        assertEnded(processes, 2);
    }

    // fault E19: with a wrapper around the server
    @Test
    void closeEndsAServerBehindAWrapper() {
        String command = String.join(
                " ",
                StdioServer.command().stream().map(word -> "'" + word + "'").toList());
        McpClient client = client(StdioServer.shell(command + "; echo ended >&2"));
        client.session().connect();
        List<ProcessHandle> processes = descendants();

        client.close();

        assertEnded(processes, 2);
    }

    // fault E19: a child that outlives a crash
    @Test
    @Timed
    void crashOfTheServerEndsItsChildrenToo() {
        try (McpClient client = this.invariants.build(
                builder(StdioServer.java("grandchild", "exit-on=ping")).retry(retry -> McpRetrySettings.none()))) {
            client.session().connect();
            List<ProcessHandle> processes = descendants();
            assertThat(duration(() -> catchThrowableOfType(McpException.class, client::ping)))
                    .isLessThan(Duration.ofSeconds(5));

            assertEnded(processes, 2);
        }
    }

    // fault E19: a child that is started last, and that was not observed before its parent ended
    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "elsewhere the environment of processes cannot be read")
    void crashOfTheServerEndsAChildThatItStartedJustBefore(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("orphan");
        try (McpClient client = this.invariants.build(
                builder(StdioServer.java("orphan-on=ping=" + file)).retry(retry -> McpRetrySettings.none()))) {
            client.session().connect();

            catchThrowableOfType(McpException.class, client::ping);

            assertEnds(file);
        }
    }

    // fault E19
    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "elsewhere the environment of processes cannot be read")
    void closeEndsAChildThatTheServerStartsAtItsEnd(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("orphan");
        McpClient client = client(StdioServer.java("orphan-at-end=" + file));
        client.session().connect();

        client.close();

        assertEnds(file);
    }

    private static void assertEnds(Path file) throws Exception {
        await().atMost(SOON)
                .until(() -> Files.exists(file) && !Files.readString(file).isEmpty());
        long pid = Long.parseLong(Files.readString(file));
        try {
            await().atMost(SOON).until(() -> ProcessHandle.of(pid)
                    .filter(StdioShutdownTests::isRunning)
                    .isEmpty());
        } finally {
            ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    // fault E20
    @Test
    void repeatedConnectsLeaveNoChildProcesses() {
        for (int i = 0; i < Repetitions.of(3, 20); i++) {
            try (McpClient client = client(StdioServer.java())) {
                assertThat(client.callTool("echo", Map.of("n", i)).text()).isEqualTo("{\"n\":" + i + "}");
            }
            assertThat(descendants()).noneMatch(StdioShutdownTests::isRunning);
        }
    }

    // fault E20: dispose and use again
    @Test
    void disposeEndsTheProcessAndTheNextCallStartsAnother() {
        try (McpClient client = client(StdioServer.java())) {
            String first = client.callTool("pid", Map.of()).text();
            client.session().dispose();
            assertThat(descendants()).noneMatch(StdioShutdownTests::isRunning);

            assertThat(client.callTool("pid", Map.of()).text()).isNotEqualTo(first);
        }
    }

    // faults E20, E25: neither handles nor threads
    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "counts in /proc")
    void manyRestartsLeaveNeitherFileDescriptorsNorThreadsNorZombies() throws Exception {
        try (McpClient client = client(StdioServer.shell("read line; exit 1"))) {
            restart(client, 5);
            await().atMost(SOON).until(() -> threads().isEmpty());
            long descriptors = descriptors();

            restart(client, Repetitions.of(20, 100));

            await().atMost(SOON).until(() -> threads().isEmpty());
            assertThat(descriptors()).isLessThanOrEqualTo(descriptors + 3);
            assertThat(descendants()).isEmpty();
        }
    }

    private static void restart(McpClient client, int times) {
        for (int i = 0; i < times; i++) {
            assertThat(catchThrowableOfType(McpException.class, client.session()::connect))
                    .hasMessageContaining("code 1");
        }
    }

    private static long descriptors() throws Exception {
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            return open.count();
        }
    }

    // cost of a server, see StdioTransportProvider
    @Test
    void serverCostsTwoThreadsWhileItIsIdleAndNoneAfterwards() {
        await().atMost(SOON).until(() -> threads().isEmpty());
        McpClient client = client(StdioServer.java());
        client.callTool("echo", Map.of());

        await().atMost(SOON).untilAsserted(() -> assertThat(threads())
                .containsExactlyInAnyOrder("mcp-stdio-weather", "mcp-stdio-weather-stderr"));

        client.close();
        await().atMost(SOON).until(() -> threads().isEmpty());
    }

    // fault E13: the mode that costs less
    @Test
    void discardedStandardErrorCostsNoThread() {
        await().atMost(SOON).until(() -> threads().isEmpty());
        try (McpClient client = client(
                StdioTransportSettings.of(StdioServer.process("flood-on=ping").withStderr(McpStderrMode.DISCARD)))) {
            client.ping();

            assertThat(threads()).doesNotContain("mcp-stdio-weather-stderr");
        }
    }

    /** Connects, prints the process id, and ends on command. */
    public static final class Host {

        private Host() {}

        /** Runs with the modes of the server as arguments. */
        public static void main(String[] modes) {
            McpClient client = builder(StdioServer.java(modes).withShutdownTimeout(Duration.ofSeconds(2)))
                    .build();
            String text = "Grüße, 世界";
            boolean same = client.callTool("echo", Map.of("t", text)).text().equals("{\"t\":\"" + text + "\"}");
            System.out.println(
                    same + " " + descendants().stream().map(ProcessHandle::pid).toList());
            System.exit(0); // without close(): that is the point
        }
    }

    private static String runHost(List<String> options, String... modes) throws Exception {
        File output = File.createTempFile("host", ".txt");
        List<String> command =
                new ArrayList<>(List.of(StdioServer.javaExecutable(), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Host.class.getName()));
        command.addAll(List.of(modes));
        Process host = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output)
                .start();
        try {
            assertThat(host.waitFor(30, TimeUnit.SECONDS)).isTrue();
        } finally {
            host.destroyForcibly();
        }
        String text = Files.readString(output.toPath());
        assertThat(output.delete()).isTrue();
        return text;
    }

    // fault E20: the JVM ends without closing the client
    @ParameterizedTest
    @ValueSource(strings = {"plain", "stubborn", "grandchild"})
    void endOfTheJvmEndsTheServer(String mode) throws Exception {
        String output = runHost(List.of(), mode);

        assertThat(output).startsWith("true [");
        List<Long> pids = Stream.of(output.substring(output.indexOf('[') + 1, output.indexOf(']'))
                        .split(", "))
                .map(Long::valueOf)
                .toList();
        assertThat(pids).hasSize(mode.equals("grandchild") ? 2 : 1);
        assertThat(pids).noneMatch(pid -> ProcessHandle.of(pid)
                .filter(StdioShutdownTests::isRunning)
                .isPresent());
    }

    // fault E09
    @Test
    void textIsTransferredAsUtf8WhateverThePlatformCharset() throws Exception {
        assertThat(runHost(List.of("-Dfile.encoding=ISO-8859-1"), "plain")).startsWith("true");
    }
}
