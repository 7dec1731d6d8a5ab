package io.mcpclient.testkit;

import java.util.function.Consumer;

/** A loopback port where connections are refused, until a server is opened on it. */
public final class RefusedPort implements AutoCloseable {

    private final int port = ReservedPorts.reserve();

    public int port() {
        return this.port;
    }

    public String url() {
        return "http://127.0.0.1:" + this.port + "/mcp";
    }

    /** Opens the port; the script is in place before the first request is read. */
    public ScriptedHttpServer open(Consumer<? super ScriptedHttpServer> script) {
        return new ScriptedHttpServer(this.port, script);
    }

    /** Opens the port with a {@link ScriptedHttpServer#legacy()} server. */
    public ScriptedLegacyServer openLegacy() {
        return openLegacy(server -> {});
    }

    /** The same; the script is in place before the first request is read. */
    public ScriptedLegacyServer openLegacy(Consumer<? super ScriptedLegacyServer> script) {
        return new ScriptedLegacyServer(this.port, script);
    }

    /** Opens the port with a {@link ScriptedHttpServer#modern()} server. */
    public ScriptedModernServer openModern() {
        return new ScriptedModernServer(this.port, server -> {});
    }

    /** Gives up the port. Servers of this package can be opened before that, too. */
    @Override
    public void close() {
        ReservedPorts.release(this.port);
    }
}
