package io.mcpclient.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;

/**
 * A load balancer below HTTP: it gives each connection to the next of its servers that accepts one, copies bytes both
 * ways, and closes one side when the other one ends. It forwards bytes, not requests, so a request in flight is lost
 * when its server ends.
 */
public final class RoundRobinProxy implements AutoCloseable {

    private final ServerSocket listening;

    private final List<Integer> ports;

    private final AtomicInteger next = new AtomicInteger();

    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    /** Starts in front of servers on these ports. */
    public RoundRobinProxy(Integer... ports) {
        this.ports = List.of(ports);
        try {
            this.listening = new ServerSocket(0, 1024, InetAddress.getByName("127.0.0.1"));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        thread("accept", this::accept);
    }

    /** The address of the endpoint that all servers have. */
    public URI uri() {
        return URI.create("http://127.0.0.1:" + this.listening.getLocalPort() + "/mcp");
    }

    private static void thread(String name, Runnable work) {
        Thread thread = new Thread(work, "round-robin-" + name);
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = this.listening.accept();
                this.open.add(client);
                Socket server = connect();
                if (server == null) {
                    end(client);
                    continue;
                }
                this.open.add(server);
                thread("there", () -> SocketCopy.untilTheEnd(client, server, this.open));
                thread("back", () -> SocketCopy.untilTheEnd(server, client, this.open));
            }
        } catch (IOException ex) {
            // closed
        }
    }

    private @Nullable Socket connect() {
        for (int attempt = 0; attempt < this.ports.size(); attempt++) {
            int port = this.ports.get(Math.floorMod(this.next.getAndIncrement(), this.ports.size()));
            try {
                Socket server = new Socket();
                server.setTcpNoDelay(true);
                server.connect(new InetSocketAddress("127.0.0.1", port), 2_000);
                return server;
            } catch (IOException ex) {
                // the next one
            }
        }
        return null;
    }

    private void end(Socket socket) {
        this.open.remove(socket);
        try {
            socket.close();
        } catch (IOException ex) {
            // it is closed then
        }
    }

    @Override
    public void close() {
        try {
            this.listening.close();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        this.open.forEach(this::end);
    }
}
