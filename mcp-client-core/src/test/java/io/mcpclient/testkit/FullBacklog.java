package io.mcpclient.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;

/**
 * A loopback port whose queue of connections is full, so that the system drops all further attempts without a word, as a
 * firewall does. Works so on Linux; {@link #isSilent()} tells whether it does here.
 */
public final class FullBacklog implements AutoCloseable {

    private static final int MOST = 64;

    private static final int PATIENCE_MILLIS = 300;

    private final ServerSocket listening;

    private final List<Socket> queued = new ArrayList<>();

    private final boolean silent;

    public FullBacklog() {
        try {
            this.listening = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
            this.silent = fill();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private boolean fill() throws IOException {
        for (int attempt = 0; attempt < MOST; attempt++) {
            Socket socket = new Socket();
            this.queued.add(socket);
            try {
                socket.connect(this.listening.getLocalSocketAddress(), PATIENCE_MILLIS);
            } catch (SocketTimeoutException full) {
                return true;
            }
        }
        return false;
    }

    /** Whether further attempts to connect get no answer at all. */
    public boolean isSilent() {
        return this.silent;
    }

    public String url() {
        return "http://127.0.0.1:" + this.listening.getLocalPort() + "/mcp";
    }

    @Override
    public void close() {
        this.queued.forEach(Connection::closeQuietly);
        Connection.closeQuietly(this.listening);
    }
}
