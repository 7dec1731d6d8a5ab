package io.mcpclient.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * A port on the loopback interface that answers whatever comes with HTTP 400, as HTTP servers do when a client begins TLS, or with
 * something else.
 */
public final class BadRequestServer implements AutoCloseable {

    private final byte[] answer;

    private final ServerSocket socket;

    public BadRequestServer() {
        this("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
    }

    public BadRequestServer(String answer) {
        this.answer = answer.getBytes(StandardCharsets.US_ASCII);
        try {
            this.socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException cannotBind) {
            throw new UncheckedIOException(cannotBind);
        }
        Thread accepting = new Thread(this::accept, "bad-request-" + this.socket.getLocalPort());
        accepting.setDaemon(true);
        accepting.start();
    }

    private void accept() {
        while (!this.socket.isClosed()) {
            try (Socket connection = this.socket.accept()) {
                connection.setSoTimeout(5000);
                byte[] received = new byte[4096];
                if (connection.getInputStream().read(received) > 0) {
                    connection.getOutputStream().write(this.answer);
                }
            } catch (IOException clientOrServerGone) {
                // the next one
            }
        }
    }

    public int port() {
        return this.socket.getLocalPort();
    }

    @Override
    public void close() {
        try {
            this.socket.close();
        } catch (IOException cannotClose) {
            throw new UncheckedIOException(cannotClose);
        }
    }
}
