package io.mcpclient.testkit;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PushbackInputStream;
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
 * CONNECT}, and forwarded requests for whole URLs. It speaks SOCKS 4a and 5 too. All host names lead to this machine. Thread-safe.
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
        this.credentials = basic(username, password);
        return this;
    }

    private static String basic(String username, String password) {
        byte[] bytes = (username + ":" + password).getBytes(StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(bytes);
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
            PushbackInputStream in = new PushbackInputStream(client.getInputStream());
            int first = in.read();
            if (first == 4 || first == 5) {
                socks(first, new DataInputStream(in), client);
                return;
            }
            if (first >= 0) {
                in.unread(first);
            }
            HttpRequestReader reader = new HttpRequestReader(in, 0);
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

    private void socks(int version, DataInputStream in, Socket client) throws IOException {
        OutputStream out = client.getOutputStream();
        if (version == 5 && !isAuthenticated(in, out)) {
            return;
        }
        String line = (version == 5) ? "SOCKS5 " + destination(in) : "SOCKS4 " + oldDestination(in);
        this.requests.add(line);
        int refusal = this.refusal.applyAsInt(line);
        if (version == 5) {
            out.write(new byte[] {5, (byte) ((refusal == 0) ? 0 : (refusal == 403) ? 2 : 4), 0, 1, 0, 0, 0, 0, 0, 0});
        } else {
            out.write(new byte[] {0, (byte) ((refusal == 0) ? 90 : 91), 0, 0, 0, 0, 0, 0});
        }
        if (refusal == 0) {
            Socket server = connect(Integer.parseInt(line.substring(line.lastIndexOf(':') + 1)));
            thread("answers", () -> SocketCopy.untilTheEnd(server, client, this.sockets));
            SocketCopy.untilTheEnd(client, server, this.sockets);
        }
    }

    private boolean isAuthenticated(DataInputStream in, OutputStream out) throws IOException {
        byte[] methods = in.readNBytes(in.read());
        String expected = this.credentials;
        if (expected == null) {
            out.write(new byte[] {5, 0});
            return true;
        }
        boolean offers = new String(methods, StandardCharsets.ISO_8859_1).indexOf(2) >= 0;
        out.write(new byte[] {5, (byte) (offers ? 2 : 0xff)});
        if (!offers) {
            return false;
        }
        in.read();
        byte[] user = in.readNBytes(in.read());
        byte[] password = in.readNBytes(in.read());
        boolean isKnown = expected.equals(
                basic(new String(user, StandardCharsets.UTF_8), new String(password, StandardCharsets.UTF_8)));
        out.write(new byte[] {1, (byte) (isKnown ? 0 : 1)});
        return isKnown;
    }

    private static String destination(DataInputStream in) throws IOException {
        in.readNBytes(3);
        int type = in.read();
        String host = (type == 3)
                ? new String(in.readNBytes(in.read()), StandardCharsets.ISO_8859_1)
                : InetAddress.getByAddress(in.readNBytes((type == 1) ? 4 : 16)).getHostAddress();
        return host + ":" + in.readUnsignedShort();
    }

    /** The name, if there is one, follows the name of the user. */
    private static String oldDestination(DataInputStream in) throws IOException {
        in.read();
        int port = in.readUnsignedShort();
        byte[] address = in.readNBytes(4);
        text(in);
        boolean hasName = address[0] == 0 && address[1] == 0 && address[2] == 0;
        return (hasName ? text(in) : InetAddress.getByAddress(address).getHostAddress()) + ":" + port;
    }

    private static String text(DataInputStream in) throws IOException {
        StringBuilder text = new StringBuilder();
        for (int c = in.read(); c > 0; c = in.read()) {
            text.append((char) c);
        }
        return text.toString();
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
