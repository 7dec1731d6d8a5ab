package io.mcpclient.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Ports of test servers. A socket that never listens is bound to each of them, beside the one of the server and after its end: the
 * servers of another JVM, which tests run in at the same time, could get the port otherwise, or a connection of any client. The oldest
 * ports are released. Thread-safe.
 */
final class ReservedPorts {

    private static final int MAX = 256;

    private static final int BACKLOG = 1024;

    private static final Map<Integer, Socket> RESERVED = new LinkedHashMap<>();

    private ReservedPorts() {}

    /** Reserves a port on which nothing listens. */
    static synchronized int reserve() {
        try {
            return reserve(0);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static int reserve(int port) throws IOException {
        Socket socket = new Socket();
        try {
            socket.setReuseAddress(true); // a server binds the port too, and its connections may linger
            socket.bind(new InetSocketAddress("127.0.0.1", port));
        } catch (IOException ex) {
            Connection.closeQuietly(socket);
            throw ex;
        }
        RESERVED.put(socket.getLocalPort(), socket);
        if (RESERVED.size() > MAX) {
            Iterator<Socket> oldest = RESERVED.values().iterator();
            Connection.closeQuietly(oldest.next());
            oldest.remove();
        }
        return socket.getLocalPort();
    }

    /**
     * Listens on a port, which remains reserved.
     * @param port the port, 0 for any
     */
    static synchronized ServerSocket listen(int port) throws IOException {
        int reserved = port;
        if (!RESERVED.containsKey(port)) {
            reserved = reserve(port);
        }
        try {
            return bound(reserved);
        } catch (BindException ex) {
            release(reserved); // systems other than Linux do not bind two sockets to a port
            return bound(reserved);
        }
    }

    private static ServerSocket bound(int port) throws IOException {
        ServerSocket socket = new ServerSocket();
        try {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress("127.0.0.1", port), BACKLOG);
            return socket;
        } catch (IOException ex) {
            Connection.closeQuietly(socket);
            throw ex;
        }
    }

    /** Keeps a port that was closed in this moment, if the system did not permit to reserve it while it was open. */
    static synchronized void keep(int port) {
        if (!RESERVED.containsKey(port)) {
            try {
                reserve(port);
            } catch (IOException ex) {
                // Another process was faster.
            }
        }
    }

    /** Gives up a port, for a server that cannot share it. */
    static synchronized void release(int port) {
        Socket socket = RESERVED.remove(port);
        if (socket != null) {
            Connection.closeQuietly(socket);
        }
    }
}
