package io.mcpclient.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** An open page: its stream of events. */
final class Events implements AutoCloseable {

    private static final String END = "\r\n";

    private final Socket socket;

    private final StringBuilder received = new StringBuilder();

    private volatile boolean ended;

    private Events(Socket socket) {
        this.socket = socket;
    }

    /** Opens the stream with further headers, in pairs of name and value. */
    static Events open(int port, String... headers) {
        try {
            Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
            StringBuilder request = new StringBuilder("POST /mcp-console/api/events HTTP/1.1" + END);
            request.append("Host: localhost:").append(port).append(END);
            request.append("Origin: http://localhost:").append(port).append(END);
            request.append("X-Mcp-Console: 1")
                    .append(END)
                    .append("Content-Length: 0")
                    .append(END);
            for (int i = 0; i < headers.length; i += 2) {
                request.append(headers[i]).append(": ").append(headers[i + 1]).append(END);
            }
            socket.getOutputStream().write(request.append(END).toString().getBytes(StandardCharsets.UTF_8));
            Events events = new Events(socket);
            Thread reader = new Thread(events::read, "events");
            reader.setDaemon(true);
            reader.start();
            return events;
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private void read() {
        byte[] buffer = new byte[4096];
        try (InputStream in = this.socket.getInputStream()) {
            for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
                synchronized (this.received) {
                    this.received.append(new String(buffer, 0, length, StandardCharsets.UTF_8));
                }
            }
        } catch (IOException ex) {
            // closed by the test
        } finally {
            this.ended = true;
        }
    }

    boolean isEnded() {
        return this.ended;
    }

    String received() {
        synchronized (this.received) {
            return this.received.toString();
        }
    }

    @Override
    public void close() {
        try {
            this.socket.close();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
