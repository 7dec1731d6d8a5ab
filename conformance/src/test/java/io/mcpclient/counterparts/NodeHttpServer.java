package io.mcpclient.counterparts;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Pattern;

import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.LifecycleMethodExecutionExceptionHandler;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.opentest4j.TestAbortedException;

/**
 * Runs a server on Node that speaks HTTP, on a free port of the loopback interface, from before the first test of a class
 * until after the last one. Its environment holds nothing but {@code PATH} and {@code PORT}. What it has written stands
 * in the messages of the tests that fail.
 */
final class NodeHttpServer
        implements BeforeAllCallback,
                AfterAllCallback,
                TestExecutionExceptionHandler,
                LifecycleMethodExecutionExceptionHandler {

    private static final long STARTS_WITHIN_SECONDS = 30;

    private static final int KEPT_CHARACTERS = 8192;

    private static final Pattern LISTENING = Pattern.compile("(listening|running) on port");

    private final String name;

    private final Supplier<NodePackage> server;

    private final String[] args;

    private final StringBuffer output = new StringBuffer();

    private int port;

    private Process process;

    NodeHttpServer(String packageName, String... args) {
        this(packageName, () -> NodePackage.of(packageName), args);
    }

    /**
     * Creates it.
     * @param name name of the server in messages
     * @param server finds the server, just before it is started
     * @param args arguments of the server
     */
    NodeHttpServer(String name, Supplier<NodePackage> server, String... args) {
        this.name = name;
        this.server = server;
        this.args = args;
    }

    /**
     * Returns where the server listens.
     * @param path path of the address
     * @return the address
     */
    String url(String path) {
        return "http://127.0.0.1:" + this.port + path;
    }

    /** Ends the server and starts it again, at the same address: it knows nothing of before. */
    void restart() throws IOException, InterruptedException {
        end();
        start();
    }

    @Override
    public void beforeAll(ExtensionContext context) throws IOException, InterruptedException {
        this.port = freePort();
        start();
    }

    private void start() throws IOException, InterruptedException {
        List<String> command = this.server.get().command(this.args);
        CountDownLatch listening = new CountDownLatch(1);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().putAll(Map.of("PATH", System.getenv("PATH"), "PORT", String.valueOf(this.port)));
        Process started = builder.start();
        this.process = started;
        Thread reader = new Thread(() -> readOutput(started, listening), "output-of-" + this.name);
        reader.setDaemon(true);
        reader.start();
        if (!listening.await(STARTS_WITHIN_SECONDS, TimeUnit.SECONDS) || !this.process.isAlive()) {
            end();
            throw new IllegalStateException(this.name + " does not listen. It has written:\n" + this.output);
        }
    }

    @Override
    public void afterAll(ExtensionContext context) throws InterruptedException {
        if (this.process != null) {
            end();
        }
    }

    @Override
    public void handleTestExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        throw withOutput(failure);
    }

    @Override
    public void handleBeforeAllMethodExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        throw withOutput(failure);
    }

    private Throwable withOutput(Throwable failure) {
        if (!(failure instanceof TestAbortedException)) {
            int from = Math.max(0, this.output.length() - KEPT_CHARACTERS);
            failure.addSuppressed(
                    new AssertionError(this.name + " has written, at the end:\n" + this.output.substring(from)));
        }
        return failure;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** Until the server ends. */
    private void readOutput(Process process, CountDownLatch listening) {
        try (BufferedReader reader = process.inputReader()) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                this.output.append(line).append('\n');
                if (LISTENING.matcher(line).find()) {
                    listening.countDown();
                }
            }
        } catch (IOException ended) {
            // nothing more to come
        } finally {
            listening.countDown();
        }
    }

    private void end() throws InterruptedException {
        this.process.destroy();
        if (!this.process.waitFor(5, TimeUnit.SECONDS)) {
            this.process.destroyForcibly().waitFor(5, TimeUnit.SECONDS);
        }
    }
}
