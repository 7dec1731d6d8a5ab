package io.mcpclient.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;

/** TLS in front of a server without it, with a certificate that it has signed itself. */
public final class TlsFront implements AutoCloseable {

    private final int target;

    private final SSLServerSocket listening;

    private final SSLContext trust;

    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

    /**
     * Starts in front of a server on this port.
     * @param directory for its key
     * @param host name in its certificate
     */
    public TlsFront(int target, Path directory, String host) throws Exception {
        this.target = target;
        SelfSignedKey key = SelfSignedKey.of(directory, host);
        this.trust = key.trusting();
        this.listening = (SSLServerSocket)
                key.keeping().getServerSocketFactory().createServerSocket(0, 1024, InetAddress.getByName("127.0.0.1"));
        thread("accepts", this::accept);
    }

    public int port() {
        return this.listening.getLocalPort();
    }

    /** For clients that trust its certificate. */
    public SSLContext trust() {
        return this.trust;
    }

    private void accept() {
        try {
            while (true) {
                Socket client = this.listening.accept();
                Socket server = new Socket("127.0.0.1", this.target);
                this.sockets.add(client);
                this.sockets.add(server);
                thread("asks", () -> SocketCopy.untilTheEnd(client, server, this.sockets));
                thread("answers", () -> SocketCopy.untilTheEnd(server, client, this.sockets));
            }
        } catch (IOException ex) {
            // closed
        }
    }

    private static void thread(String purpose, Runnable work) {
        Thread thread = new Thread(work, "tls-front-" + purpose);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        Connection.closeQuietly(this.listening);
        this.sockets.forEach(Connection::closeQuietly);
    }
}
