package io.mcpclient.test;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;

/** An HTTP server on the loopback interface. Thread-safe. */
final class NettyServer {

    private static final long CLOSE_MILLIS = 5_000;

    private static final String PATH = "/mcp";

    private final HttpEnd end;

    private final Set<io.netty.channel.Channel> connections = ConcurrentHashMap.newKeySet();

    private @Nullable DisposableServer server;

    private int port;

    private final String name;

    private boolean closed;

    NettyServer(HttpEnd end, String name) {
        this.end = end;
        this.name = name;
        end.onDisconnect(this::disconnect);
    }

    synchronized String url() {
        if (this.port == 0) {
            requireOpen();
            start();
        }
        return "http://localhost:" + this.port + PATH;
    }

    private synchronized void start() {
        DisposableServer started = HttpServer.create()
                .host("localhost")
                .port(this.port)
                .doOnChannelInit((observer, channel, address) -> {
                    this.connections.add(channel);
                    channel.closeFuture().addListener(closed -> this.connections.remove(channel));
                })
                .handle(this::handle)
                .bindNow();
        this.server = started;
        this.port = started.port();
    }

    synchronized void refuse(boolean refusing) {
        if (this.port == 0) {
            return;
        }
        if (refusing) {
            stop();
        } else if (this.server == null) {
            start();
        }
    }

    synchronized boolean isClosed() {
        return this.closed;
    }

    synchronized void requireOpen() {
        if (this.closed) {
            throw new IllegalStateException(
                    this.name + " is closed. For an outage, use refuse and accept instead of close.");
        }
    }

    synchronized void close() {
        this.closed = true;
        stop();
    }

    private void stop() {
        DisposableServer present = this.server;
        this.server = null;
        if (present != null) {
            present.disposeNow();
        }
        this.end.disconnect();
    }

    private void disconnect() {
        List.copyOf(this.connections).forEach(NettyServer::close);
    }

    /** Waits for the end, so that the client cannot use the connection for one more request. */
    private static void close(io.netty.channel.Channel connection) {
        ChannelFuture closed = connection.close();
        if (!connection.eventLoop().inEventLoop()) {
            closed.awaitUninterruptibly(CLOSE_MILLIS);
        }
    }

    private Publisher<Void> handle(HttpServerRequest request, HttpServerResponse response) {
        if (!request.fullPath().equals(PATH)) {
            return response.sendNotFound();
        }
        Map<String, List<String>> headers = new LinkedHashMap<>();
        request.requestHeaders().forEach(header -> headers.computeIfAbsent(
                        header.getKey().toLowerCase(Locale.ROOT), name -> new ArrayList<>())
                .add(header.getValue()));
        return request.receive()
                .aggregate()
                .asByteArray()
                .defaultIfEmpty(new byte[0])
                .flatMap(body -> this.end.handle(request.method().name(), headers, body, Integer.MAX_VALUE))
                .flatMap(answer -> Mono.from(send(answer, response)));
    }

    private static Publisher<Void> send(HttpEnd.Answer answer, HttpServerResponse response) {
        response.status(answer.status());
        answer.headers().forEach(response::header);
        return answer.headers().containsKey("Content-Type")
                ? response.send(answer.body().map(Unpooled::wrappedBuffer), flushed -> true)
                : response.send();
    }
}
