package io.mcpclient.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

/**
 * A bad line to a server, below HTTP: it stalls, trickles, loses, resets and refuses, and can be led to another server. It
 * keeps its port for all its life. Thread-safe.
 */
public final class FaultyProxy implements AutoCloseable {

    private static final int PIECE = 24;

    private static final long PIECE_MILLIS = 3;

    private static final int CONNECT_MILLIS = 2_000;

    /** How the line is. */
    public enum Line {
        /** As lines should be. */
        GOOD,
        /** Nothing moves until this is over; nothing is lost. */
        STALLED,
        /** A few bytes at a time. */
        SLOW,
        /** Drops data and, with it, the connection, without an error at either end. */
        LOSING
    }

    private final ReentrantLock lock = new ReentrantLock();

    private final Condition changed = this.lock.newCondition();

    private final Set<Pair> pairs = ConcurrentHashMap.newKeySet();

    private final int port;

    private volatile int target;

    private volatile Line line = Line.GOOD;

    private volatile boolean closed;

    private @Nullable ServerSocket listening;

    private @Nullable Thread accepting;

    /** Both ends of one connection. */
    private record Pair(Socket client, Socket server) {

        void reset() {
            for (Socket socket : new Socket[] {this.client, this.server}) {
                try {
                    socket.setSoLinger(true, 0);
                } catch (IOException ex) {
                    // it is closed then
                }
                Connection.closeQuietly(socket);
            }
        }

        void end() {
            Connection.closeQuietly(this.client);
            Connection.closeQuietly(this.server);
        }
    }

    /** Starts in front of a server on this port. */
    public FaultyProxy(int target) {
        this.target = target;
        ServerSocket first = bind(0);
        this.port = first.getLocalPort();
        accept(first);
    }

    private static ServerSocket bind(int port) {
        try {
            return ReservedPorts.listen(port);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    public String url() {
        return "http://127.0.0.1:" + this.port + "/mcp";
    }

    /** Leads new connections to another port; those there are stay where they are. */
    public void leadTo(int target) {
        this.target = target;
    }

    /** Changes the line for all connections, those under way too. */
    public void line(Line line) {
        this.lock.lock();
        try {
            this.line = line;
            this.changed.signalAll();
        } finally {
            this.lock.unlock();
        }
    }

    /** Resets all connections. */
    public void reset() {
        this.pairs.forEach(Pair::reset);
    }

    /** Refuses connections from now on, until {@link #accept()}; those there are stay. */
    public synchronized void refuse() {
        Connection.closeQuietly(this.listening);
        try {
            // A port is open for as long as a thread waits in accept(), closed or not.
            if (this.accepting != null) {
                this.accepting.join(CONNECT_MILLIS);
            }
            ReservedPorts.keep(this.port);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    /** Accepts connections again. */
    public synchronized void accept() {
        ServerSocket before = this.listening;
        if (!this.closed && (before == null || before.isClosed())) {
            accept(bind(this.port));
        }
    }

    private void accept(ServerSocket socket) {
        this.listening = socket;
        this.accepting = thread("accepts", () -> acceptOn(socket));
    }

    private void acceptOn(ServerSocket socket) {
        try {
            while (true) {
                Socket client = socket.accept();
                // Another thread connects: a server that is away must not hold up who comes next.
                thread("connects", () -> connect(client));
            }
        } catch (IOException ex) {
            // refusing, or closed
        }
    }

    private void connect(Socket client) {
        Socket server = new Socket();
        Pair pair = new Pair(client, server);
        this.pairs.add(pair);
        try {
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            server.connect(new InetSocketAddress("127.0.0.1", this.target), CONNECT_MILLIS);
            thread("answers", () -> copy(server, client, pair));
            if (this.closed) {
                pair.end();
            }
            copy(client, server, pair);
        } catch (IOException ex) {
            pair.reset();
            this.pairs.remove(pair);
        }
    }

    private void copy(Socket from, Socket to, Pair pair) {
        byte[] buffer = new byte[16 * 1024];
        boolean lost = false;
        try (InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                lost = lost || passage() == Line.LOSING;
                if (!lost) {
                    write(out, buffer, count);
                }
            }
        } catch (IOException ex) {
            // one of them is gone
        } finally {
            pair.end();
            this.pairs.remove(pair);
        }
    }

    private void write(OutputStream out, byte[] bytes, int count) throws IOException {
        int written = 0;
        while (written < count && this.line == Line.SLOW) {
            int piece = Math.min(PIECE, count - written);
            out.write(bytes, written, piece);
            written += piece;
            pause();
        }
        passage();
        out.write(bytes, written, count - written);
    }

    /** Waits for as long as nothing moves. */
    private Line passage() {
        this.lock.lock();
        try {
            while (this.line == Line.STALLED && !this.closed) {
                this.changed.awaitUninterruptibly();
            }
            return this.line;
        } finally {
            this.lock.unlock();
        }
    }

    private void pause() {
        this.lock.lock();
        try {
            if (!this.changed.await(PIECE_MILLIS, TimeUnit.MILLISECONDS)) {
                return; // the ordinary case: the line has not changed in the meantime
            }
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        } finally {
            this.lock.unlock();
        }
    }

    private Thread thread(String purpose, Runnable work) {
        Thread thread = new Thread(work, "faulty-proxy-" + this.port + "-" + purpose);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    @Override
    public void close() {
        this.closed = true;
        refuse();
        line(Line.GOOD);
        this.pairs.forEach(Pair::end);
    }
}
