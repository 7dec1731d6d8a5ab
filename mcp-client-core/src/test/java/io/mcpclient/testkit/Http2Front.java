package io.mcpclient.testkit;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpHeaderNames;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.Http11SslContextSpec;
import reactor.netty.http.Http2SslContextSpec;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;
import reactor.netty.resources.ConnectionProvider;

/** An HTTP/2 server of Reactor Netty in front of a scripted server, which receives each request by HTTP/1.1. */
public final class Http2Front implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final int target;

    private final DisposableServer server;

    private final @Nullable SSLContext trust;

    private final List<String> versions = new CopyOnWriteArrayList<>();

    private final Set<Channel> connections = ConcurrentHashMap.newKeySet();

    private final Queue<Http2Fault> faults = new ConcurrentLinkedQueue<>();

    /** The client resets connections whose server violates the protocol. */
    private static final class ResetConnections extends ChannelInboundHandlerAdapter {

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable error) {
            context.close();
        }
    }

    private Http2Front(int target, HttpServer server, @Nullable SSLContext trust) {
        this.target = target;
        this.trust = trust;
        this.server = server.host("127.0.0.1")
                .port(0)
                .doOnChannelInit(
                        (observer, channel, address) -> channel.pipeline().addLast(new ResetConnections()))
                .handle(this::forward)
                .bindNow(LIMIT);
    }

    /** Starts a server without TLS, for clients that know that it speaks HTTP/2. */
    public static Http2Front plain(int target) {
        return new Http2Front(target, HttpServer.create().protocol(HttpProtocol.H2C), null);
    }

    /** Starts a server with TLS that agrees to HTTP/2, or declines it. */
    public static Http2Front tls(int target, Path directory, boolean http2) throws Exception {
        SelfSignedKey key = SelfSignedKey.of(directory, "localhost");
        Path keys = directory.resolve("key.p12");
        key.writeTo(keys, directory.resolve("trust.p12"));
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream stream = Files.newInputStream(keys)) {
            store.load(stream, "changeit".toCharArray());
        }
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, "changeit".toCharArray());
        HttpServer server = http2
                ? HttpServer.create()
                        .protocol(HttpProtocol.H2, HttpProtocol.HTTP11)
                        .secure(ssl -> ssl.sslContext(Http2SslContextSpec.forServer(factory)))
                : HttpServer.create().secure(ssl -> ssl.sslContext(Http11SslContextSpec.forServer(factory)));
        return new Http2Front(target, server, key.trusting());
    }

    public String url() {
        return ((this.trust != null) ? "https://localhost:" : "http://localhost:") + this.server.port() + "/mcp";
    }

    /** For clients that trust its certificate. */
    public SSLContext trust() {
        return Objects.requireNonNull(this.trust);
    }

    /** Versions of the requests so far. */
    public List<String> versions() {
        return List.copyOf(this.versions);
    }

    /** Number of connections with a request so far. */
    public int connections() {
        return this.connections.size();
    }

    /** The next request for a tool's call breaks in this way instead of being forwarded. */
    public void breakNextCall(Http2Fault fault) {
        this.faults.add(fault);
    }

    private Publisher<Void> forward(HttpServerRequest request, HttpServerResponse response) {
        return request.receive()
                .aggregate()
                .asByteArray()
                .defaultIfEmpty(new byte[0])
                .flatMapMany(body -> {
                    Http2Fault fault = isCall(body) ? this.faults.poll() : null;
                    if (fault == null) {
                        return forward(request, response, body);
                    }
                    request.withConnection(connection -> fault.write(connection.channel()));
                    return Mono.never();
                });
    }

    private static boolean isCall(byte[] body) {
        return new String(body, StandardCharsets.UTF_8).contains("\"tools/call\"");
    }

    private Publisher<Void> forward(HttpServerRequest request, HttpServerResponse response, byte[] content) {
        this.versions.add(request.version().text());
        request.withConnection(connection -> {
            Channel channel = connection.channel();
            this.connections.add(
                    (channel.parent() != null && channel.parent().parent() != null) ? channel.parent() : channel);
        });
        return HttpClient.create(ConnectionProvider.newConnection())
                .headers(headers -> {
                    headers.set(request.requestHeaders());
                    headers.remove(HttpHeaderNames.HOST);
                    headers.entries().stream()
                            .filter(header -> header.getKey().startsWith("x-http2-"))
                            .forEach(header -> headers.remove(header.getKey()));
                })
                .request(request.method())
                .uri("http://127.0.0.1:" + this.target + request.uri())
                .send(Mono.fromSupplier(() -> Unpooled.wrappedBuffer(content)))
                .response((received, body) -> {
                    response.status(received.status());
                    received.responseHeaders().entries().stream()
                            .filter(header -> !header.getKey().equalsIgnoreCase("transfer-encoding")
                                    && !header.getKey().equalsIgnoreCase("connection"))
                            .forEach(header -> response.addHeader(header.getKey(), header.getValue()));
                    return response.send(body.retain(), buffer -> true);
                });
    }

    @Override
    public void close() {
        this.server.disposeNow(LIMIT);
    }
}
