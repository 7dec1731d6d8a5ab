package io.mcpclient.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A router below HTTP that loses connections: it keeps their sockets open on both sides and forwards nothing any more,
 * as one that has dropped an entry of its table does.
 */
public final class StallingProxy implements AutoCloseable {

    private final ServerSocket listening;

    private final int port;

    private final List<Relay> ways = new CopyOnWriteArrayList<>();

    private volatile boolean stallsAll;

    /** Starts in front of a server on this port. */
    public StallingProxy(int port) {
        this.port = port;
        try {
            this.listening = new ServerSocket(0, 1024, InetAddress.getByName("127.0.0.1"));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        thread("accept", this::accept);
    }

    /** The address of the endpoint behind it. */
    public URI uri() {
        return URI.create("http://127.0.0.1:" + this.listening.getLocalPort() + "/mcp");
    }

    /** Loses the connections on which the client has sent this text. */
    public void stall(String sent) {
        this.ways.stream().filter(way -> way.hasSent(sent)).forEach(way -> way.stalled = true);
    }

    /** Loses all connections, present and later ones. */
    public void stallAll() {
        this.stallsAll = true;
    }

    /** How many bytes the server has sent on connections on which the client has sent this text. */
    public long answered(String sent) {
        return this.ways.stream()
                .filter(way -> way.hasSent(sent))
                .mapToLong(way -> way.back)
                .sum();
    }

    private static void thread(String name, Runnable work) {
        Thread thread = new Thread(work, "stalling-" + name);
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = this.listening.accept();
                Socket server = new Socket();
                server.connect(new InetSocketAddress("127.0.0.1", this.port), 2_000);
                Relay way = new Relay(client, server);
                this.ways.add(way);
                thread("there", way::there);
                thread("back", way::back);
            }
        } catch (IOException ex) {
            // closed
        }
    }

    /** A connection of a client and the one behind it. */
    private final class Relay {

        private final Socket client;

        private final Socket server;

        private final StringBuffer sent = new StringBuffer();

        private volatile boolean stalled;

        private volatile long back;

        Relay(Socket client, Socket server) {
            this.client = client;
            this.server = server;
        }

        boolean hasSent(String text) {
            return this.sent.indexOf(text) >= 0;
        }

        void there() {
            copy(this.client, this.server, true);
        }

        void back() {
            copy(this.server, this.client, false);
        }

        private void copy(Socket from, Socket to, boolean there) {
            byte[] buffer = new byte[16 * 1024];
            try {
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream();
                for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                    if (this.stalled || StallingProxy.this.stallsAll) {
                        continue; // data is dropped silently
                    }
                    if (there) {
                        this.sent.append(new String(buffer, 0, count, StandardCharsets.ISO_8859_1));
                    } else {
                        this.back += count; // by one thread alone
                    }
                    out.write(buffer, 0, count);
                    out.flush();
                }
            } catch (IOException ex) {
                // one of them is gone
            }
            if (!this.stalled && !StallingProxy.this.stallsAll) {
                end();
            }
        }

        void end() {
            Connection.closeQuietly(this.client);
            Connection.closeQuietly(this.server);
        }
    }

    @Override
    public void close() {
        Connection.closeQuietly(this.listening);
        this.ways.forEach(Relay::end);
    }
}
