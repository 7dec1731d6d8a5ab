package io.mcpclient.testkit;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.ToIntFunction;

import org.jspecify.annotations.Nullable;

/**
 * An HTTP forward proxy on the loopback interface, as companies have it between their network and others: tunnels for {@code
 * CONNECT}, and forwarded requests for whole URLs. All host names lead to this machine. Thread-safe.
 */
public final class ForwardProxy implements AutoCloseable {

    private static final int CONNECT_MILLIS = 2_000;

    private final ServerSocket listening;

    private final List<String> requests = new CopyOnWriteArrayList<>();

    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

    private volatile @Nullable String credentials;

    /** The status that a request is refused with, 0 for none. */
    private volatile ToIntFunction<String> refusal = requestLine -> 0;

    public ForwardProxy() {
        try {
            this.listening = new ServerSocket(0, 1024, InetAddress.getByName("127.0.0.1"));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        thread("accepts", this::accept);
    }

    public int port() {
        return this.listening.getLocalPort();
    }

    /** Host and port, as messages show them. */
    public String address() {
        return "127.0.0.1:" + port();
    }

    /** Answers 407 to requests without these credentials. */
    public ForwardProxy withCredentials(String username, String password) {
        byte[] bytes = (username + ":" + password).getBytes(StandardCharsets.UTF_8);
        this.credentials = "Basic " + Base64.getEncoder().encodeToString(bytes);
        return this;
    }

    /** Answers {@code CONNECT} with this status. */
    public ForwardProxy refusingTunnels(int status) {
        this.refusal = requestLine -> requestLine.startsWith("CONNECT ") ? status : 0;
        return this;
    }

    /** Answers everything with this status. */
    public ForwardProxy refusing(int status) {
        this.refusal = requestLine -> status;
        return this;
    }

    /** The method and the target of each request, refused ones too. */
    public List<String> requests() {
        return List.copyOf(this.requests);
    }

    private void accept() {
        try {
            while (true) {
                Socket client = this.listening.accept();
                this.sockets.add(client);
                thread("serves", () -> serve(client));
            }
        } catch (IOException ex) {
            // closed
        }
    }

    private void serve(Socket client) {
        try (client) {
            client.setTcpNoDelay(true);
            HttpRequestReader reader = new HttpRequestReader(client.getInputStream(), 0);
            @Nullable Socket server = null;
            for (RecordedRequest request = reader.next(); request != null; request = reader.next()) {
                String line = request.method() + " " + request.path();
                this.requests.add(line);
                int status = refusal(request, line);
                if (status != 0) {
                    refuse(client.getOutputStream(), status);
                } else if (request.method().equals("CONNECT")) {
                    tunnel(request, client);
                    return;
                } else {
                    server = (server != null) ? server : forwarding(URI.create(request.path()), client);
                    forward(request, server.getOutputStream());
                }
            }
        } catch (IOException ex) {
            // one of them is gone
        } finally {
            this.sockets.remove(client);
        }
    }

    private int refusal(RecordedRequest request, String line) {
        boolean isKnown = this.credentials == null || this.credentials.equals(request.header("Proxy-Authorization"));
        return isKnown ? this.refusal.applyAsInt(line) : 407;
    }

    private static void refuse(OutputStream out, int status) throws IOException {
        String page = "<html><head><title>Refused by the proxy</title></head></html>";
        out.write(("HTTP/1.1 " + status + " Refused\r\nContent-Type: text/html\r\nContent-Length: " + page.length()
                        + "\r\nProxy-Authenticate: Basic realm=\"proxy\"\r\n\r\n" + page)
                .getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
    }

    private void tunnel(RecordedRequest request, Socket client) throws IOException {
        String target = request.path();
        Socket server = connect(Integer.parseInt(target.substring(target.lastIndexOf(':') + 1)));
        client.getOutputStream()
                .write("HTTP/1.1 200 Connection established\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
        thread("answers", () -> SocketCopy.untilTheEnd(server, client, this.sockets));
        SocketCopy.untilTheEnd(client, server, this.sockets);
    }

    private Socket forwarding(URI target, Socket client) throws IOException {
        Socket server = connect(target.getPort());
        thread("answers", () -> SocketCopy.untilTheEnd(server, client, this.sockets));
        return server;
    }

    private static void forward(RecordedRequest request, OutputStream out) throws IOException {
        URI target = URI.create(request.path());
        String query = (target.getRawQuery() != null) ? "?" + target.getRawQuery() : "";
        StringBuilder head = new StringBuilder(request.method() + " " + target.getRawPath() + query + " HTTP/1.1\r\n");
        request.headers().forEach((name, values) -> {
            String lower = name.toLowerCase(Locale.ROOT);
            if (!lower.startsWith("proxy-") && !lower.equals("transfer-encoding") && !lower.equals("content-length")) {
                values.forEach(value -> head.append(name + ": " + value + "\r\n"));
            }
        });
        byte[] body = request.body().getBytes(StandardCharsets.UTF_8);
        head.append("Content-Length: " + body.length + "\r\nVia: 1.1 proxy\r\n\r\n");
        out.write(head.toString().getBytes(StandardCharsets.ISO_8859_1));
        out.write(body);
        out.flush();
    }

    private Socket connect(int port) throws IOException {
        Socket server = new Socket();
        this.sockets.add(server);
        server.setTcpNoDelay(true);
        server.connect(new InetSocketAddress("127.0.0.1", port), CONNECT_MILLIS);
        return server;
    }

    private void thread(String purpose, Runnable work) {
        Thread thread = new Thread(work, "forward-proxy-" + purpose);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        Connection.closeQuietly(this.listening);
        this.sockets.forEach(Connection::closeQuietly);
    }
}
