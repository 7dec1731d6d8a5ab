package io.mcpclient.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A Unix domain socket in front of a server on the loopback interface. Thread-safe. */
public final class UnixRelay implements AutoCloseable {

    private final ServerSocketChannel listening;

    private final int port;

    private final Set<SocketChannel> channels = ConcurrentHashMap.newKeySet();

    /** Listens on a socket, whose file must not exist, and connects to a port. */
    public UnixRelay(Path socket, int port) {
        try {
            this.port = port;
            this.listening = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            this.listening.bind(UnixDomainSocketAddress.of(socket));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        thread(this::accept);
    }

    /** Number of open connections of clients and to the server. */
    public int connections() {
        return this.channels.size();
    }

    private void accept() {
        try {
            while (true) {
                SocketChannel client = this.listening.accept();
                SocketChannel server = SocketChannel.open(new InetSocketAddress("127.0.0.1", this.port));
                this.channels.add(client);
                this.channels.add(server);
                thread(() -> copy(client, server));
                thread(() -> copy(server, client));
            }
        } catch (IOException ex) {
            // closed
        }
    }

    private void copy(SocketChannel from, SocketChannel to) {
        ByteBuffer buffer = ByteBuffer.allocate(16 * 1024);
        try (from;
                to) {
            while (from.read(buffer) >= 0) {
                buffer.flip();
                while (buffer.hasRemaining()) {
                    to.write(buffer);
                }
                buffer.clear();
            }
        } catch (IOException ex) {
            // one of them is gone
        } finally {
            this.channels.remove(from);
            this.channels.remove(to);
        }
    }

    private static void thread(Runnable work) {
        Thread thread = new Thread(work, "unix-relay");
        thread.setDaemon(true);
        thread.start();
    }

    /** Leaves the file of the socket, as a server that is killed does. */
    @Override
    public void close() {
        Connection.closeQuietly(this.listening);
        this.channels.forEach(Connection::closeQuietly);
    }
}
