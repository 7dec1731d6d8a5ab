package io.mcpclient.testkit;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Ports of servers that were closed. They stay bound, so that connections are refused: the servers of another JVM, which tests
 * run in at the same time, could get the ports otherwise. The oldest are released. Thread-safe.
 */
final class ClosedPorts {

    private static final int MAX = 256;

    private static final Map<Integer, Socket> RESERVED = new LinkedHashMap<>();

    private ClosedPorts() {}

    /** Keeps a port that was closed in this moment. */
    static synchronized void reserve(int port) {
        Socket socket = new Socket();
        try {
            socket.setReuseAddress(true); // connections of the server may linger
            socket.bind(new InetSocketAddress("127.0.0.1", port));
        } catch (IOException ex) {
            Connection.closeQuietly(socket); // another process was faster
            return;
        }
        Socket before = RESERVED.put(port, socket);
        if (before != null) {
            Connection.closeQuietly(before);
        }
        if (RESERVED.size() > MAX) {
            Iterator<Socket> oldest = RESERVED.values().iterator();
            Connection.closeQuietly(oldest.next());
            oldest.remove();
        }
    }

    /** Gives up a port that is about to be opened again. */
    static synchronized void release(int port) {
        Socket socket = RESERVED.remove(port);
        if (socket != null) {
            Connection.closeQuietly(socket);
        }
    }
}
