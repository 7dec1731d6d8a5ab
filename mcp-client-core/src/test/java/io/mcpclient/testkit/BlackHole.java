package io.mcpclient.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** A loopback port that accepts connections and then neither reads nor writes. */
public final class BlackHole implements AutoCloseable {

    private final ServerSocket serverSocket;
    private final List<Socket> swallowed = new ArrayList<>();
    private boolean closed;

    public BlackHole() {
        try {
            this.serverSocket = new ServerSocket(0, 1024, InetAddress.getByName("127.0.0.1"));
        } catch (IOException cannotBind) {
            throw new UncheckedIOException(cannotBind);
        }
        Thread accepting = new Thread(this::accept, "black-hole-" + port());
        accepting.setDaemon(true);
        accepting.start();
    }

    public int port() {
        return this.serverSocket.getLocalPort();
    }

    public String url() {
        return "http://127.0.0.1:" + port() + "/mcp";
    }

    /** How many connections it has swallowed. */
    public int connections() {
        synchronized (this.swallowed) {
            return this.swallowed.size();
        }
    }

    @Override
    public void close() {
        Connection.closeQuietly(this.serverSocket);
        synchronized (this.swallowed) {
            this.closed = true;
            this.swallowed.forEach(Connection::closeQuietly);
        }
    }

    private void accept() {
        try {
            while (true) {
                swallow(this.serverSocket.accept());
            }
        } catch (IOException closedNow) {
            // the end of this port
        }
    }

    private void swallow(Socket socket) {
        synchronized (this.swallowed) {
            this.swallowed.add(socket);
            if (this.closed) {
                Connection.closeQuietly(socket);
            }
        }
    }
}
