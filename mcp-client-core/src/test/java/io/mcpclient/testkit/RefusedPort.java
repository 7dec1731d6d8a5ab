package io.mcpclient.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.function.Consumer;

/** A loopback port where connections are refused, until a server is opened on it. */
public final class RefusedPort implements AutoCloseable {

    /** Bound and never listening: no other process gets the port, and no client can connect to it. */
    private final Socket reservation = new Socket();

    private final int port;

    public RefusedPort() {
        try {
            this.reservation.bind(new InetSocketAddress("127.0.0.1", 0));
        } catch (IOException cannotBind) {
            throw new UncheckedIOException(cannotBind);
        }
        this.port = this.reservation.getLocalPort();
    }

    public int port() {
        return this.port;
    }

    public String url() {
        return "http://127.0.0.1:" + this.port + "/mcp";
    }

    /** Opens the port; the script is in place before the first request is read. */
    public ScriptedHttpServer open(Consumer<? super ScriptedHttpServer> script) {
        close();
        return new ScriptedHttpServer(this.port, script);
    }

    /** Opens the port with a {@link ScriptedHttpServer#legacy()} server. */
    public ScriptedLegacyServer openLegacy() {
        return openLegacy(server -> {});
    }

    /** The same; the script is in place before the first request is read. */
    public ScriptedLegacyServer openLegacy(Consumer<? super ScriptedLegacyServer> script) {
        close();
        return new ScriptedLegacyServer(this.port, script);
    }

    /** Opens the port with a {@link ScriptedHttpServer#modern()} server. */
    public ScriptedModernServer openModern() {
        close();
        return new ScriptedModernServer(this.port, server -> {});
    }

    @Override
    public void close() {
        Connection.closeQuietly(this.reservation);
    }
}
