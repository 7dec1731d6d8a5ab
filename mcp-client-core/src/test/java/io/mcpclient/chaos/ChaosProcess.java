package io.mcpclient.chaos;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.mcpclient.testkit.FaultyProxy;
import io.mcpclient.testkit.StdioServer;

/** An HTTP server in a process of its own, behind an unreliable connection, whose address is all that its client has. */
final class ChaosProcess implements AutoCloseable {

    private final String kind;

    private final Path ledger;

    private final FaultyProxy proxy;

    private Process process;

    ChaosProcess(String kind, Path ledger) {
        this.kind = kind;
        this.ledger = ledger;
        this.process = launch();
        this.proxy = new FaultyProxy(port());
    }

    /** The command of a server of that kind. */
    static List<String> command(String kind, Path ledger) {
        String self = ChaosServerMain.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath();
        return List.of(
                StdioServer.javaExecutable(),
                "-Xshare:auto",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx64m",
                "-Dsun.net.httpserver.nodelay=true",
                "-cp",
                self,
                ChaosServerMain.class.getName(),
                kind,
                ledger.toString());
    }

    private Process launch() {
        try {
            return new ProcessBuilder(command(this.kind, this.ledger))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private int port() {
        try {
            return Integer.parseInt(
                    new BufferedReader(new InputStreamReader(this.process.getInputStream(), StandardCharsets.US_ASCII))
                            .readLine());
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    FaultyProxy line() {
        return this.proxy;
    }

    /** Gives an order to the server, see {@link ChaosServerMain}; it may be dead. */
    void order(String order) {
        try {
            this.process.getOutputStream().write((order + "\n").getBytes(StandardCharsets.US_ASCII));
            this.process.getOutputStream().flush();
        } catch (IOException ex) {
            // its successor begins without sessions
        }
    }

    /** Ends the process as a power failure does. */
    void kill() {
        this.process.destroyForcibly();
        try {
            if (!this.process.waitFor(10, TimeUnit.SECONDS)) {
                throw new IllegalStateException("process " + this.process.pid() + " cannot be killed");
            }
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    /** Starts another one, if the one before is dead. */
    void restart() {
        if (!this.process.isAlive()) {
            this.process = launch();
            this.proxy.leadTo(port());
        }
    }

    @Override
    public void close() {
        this.proxy.close();
        kill();
    }
}
