package io.mcpclient.test;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;

import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.jsonrpc.JsonRpcRequest;
import io.mcpclient.jsonrpc.JsonRpcResult;
import io.mcpclient.jsonrpc.MalformedMessageException;
import io.mcpclient.schema.McpErrorCodes;
import io.mcpclient.schema.McpMetaKeys;
import io.mcpclient.status.McpEra;

/** Streamable HTTP on the loopback interface. */
final class HttpEnd {

    private static final long CLOSE_MILLIS = 5_000;

    private static final String PATH = "/mcp";

    private static final String SESSION = "mcp-session-id";

    private static final String JSON = "application/json";

    private static final String EVENTS = "text/event-stream";

    private final ServerProtocol protocol;

    private final ServerScript script;

    private final Map<String, Session> sessions = new ConcurrentHashMap<>();

    private final Set<io.netty.channel.Channel> connections = ConcurrentHashMap.newKeySet();

    private @Nullable DisposableServer server;

    private int port;

    HttpEnd(ServerProtocol protocol, ServerScript script) {
        this.protocol = protocol;
        this.script = script;
    }

    /** A session of the handshake era; its stream is the one for messages that belong to no request. */
    private final class Session extends Channel {

        private final String id = UUID.randomUUID().toString();

        private volatile Sinks.Many<JsonRpcMessage> stream = stream();

        private boolean hasStream;

        /** Keeps a message until the client opens the first stream, which it may do after a change. */
        @Override
        void send(JsonRpcMessage message) {
            emit(this.stream, message);
        }

        synchronized Flux<JsonRpcMessage> open() {
            if (this.hasStream) {
                this.stream = stream();
            }
            this.hasStream = true;
            return this.stream.asFlux();
        }

        private static Sinks.Many<JsonRpcMessage> stream() {
            return Sinks.many().unicast().onBackpressureBuffer();
        }

        @Override
        void disconnect() {
            HttpEnd.this.disconnect();
        }
    }

    /** The sender of a request of the stateless era. */
    private final class NoSession extends Channel {

        @Override
        void send(JsonRpcMessage message) {
            // nobody listens
        }

        @Override
        void disconnect() {
            HttpEnd.this.disconnect();
        }
    }

    synchronized String url() {
        if (this.port == 0) {
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
            close();
        } else if (this.server == null) {
            start();
        }
    }

    synchronized void close() {
        DisposableServer present = this.server;
        this.server = null;
        if (present != null) {
            present.disposeNow();
        }
        disconnect();
    }

    void disconnect() {
        this.sessions.values().forEach(this.protocol::ended);
        this.sessions.clear();
        List.copyOf(this.connections).forEach(HttpEnd::close);
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
        HttpMethod method = request.method();
        if (method.equals(HttpMethod.POST)) {
            Map<String, String> headers = headers(request);
            return request.receive()
                    .aggregate()
                    .asByteArray()
                    .flatMap(bytes -> Mono.from(post(bytes, headers, response)));
        }
        Session session = session(request.requestHeaders().get(SESSION));
        if (!this.script.eras().contains(McpEra.LEGACY)) {
            return response.status(HttpResponseStatus.METHOD_NOT_ALLOWED).send();
        }
        if (session == null) {
            return response.sendNotFound();
        }
        if (method.equals(HttpMethod.DELETE)) {
            this.sessions.remove(session.id);
            this.protocol.ended(session);
            return response.status(HttpResponseStatus.OK).send();
        }
        return events(response, session.open());
    }

    private Publisher<Void> post(byte[] bytes, Map<String, String> headers, HttpServerResponse response) {
        JsonRpcMessage message;
        try {
            message = Json.CODEC.decode(bytes, 0, bytes.length, id -> Map.class);
        } catch (MalformedMessageException ex) {
            return failed(response, HttpResponseStatus.BAD_REQUEST, McpErrorCodes.PARSE_ERROR, "not a message");
        }
        boolean isStateless = message instanceof JsonRpcRequest request
                && Json.member(Json.object(request.params()), "_meta").containsKey(McpMetaKeys.PROTOCOL_VERSION);
        Channel channel = isStateless ? new NoSession() : session(headers.get(SESSION));
        if (message instanceof JsonRpcRequest request && request.method().equals("initialize")) {
            Session opened = new Session();
            this.sessions.put(opened.id, opened);
            response.header(SESSION, opened.id);
            channel = opened;
        } else if (channel == null) {
            return headers.containsKey(SESSION)
                    ? failed(response, HttpResponseStatus.NOT_FOUND, -32001, "Session not found")
                    : failed(response, HttpResponseStatus.BAD_REQUEST, -32000, "No valid session ID provided");
        }
        if (!(message instanceof JsonRpcRequest)) {
            this.protocol.onMessage(message, channel, any -> {}, headers);
            return response.status(HttpResponseStatus.ACCEPTED).send();
        }
        return answer(message, channel, headers, response);
    }

    private Publisher<Void> answer(
            JsonRpcMessage message, Channel channel, Map<String, String> headers, HttpServerResponse response) {
        Sinks.Many<JsonRpcMessage> sink = Sinks.many().unicast().onBackpressureBuffer();
        Channel.Exchange exchange = new Channel.Exchange() {
            @Override
            public void send(JsonRpcMessage sent) {
                emit(sink, sent);
                if (isResponse(sent)) {
                    sink.tryEmitComplete();
                }
            }
        };
        Flux<JsonRpcMessage> messages = sink.asFlux()
                .doOnSubscribe(subscribed -> this.protocol.onMessage(message, channel, exchange, headers))
                .doFinally(end -> this.protocol.ended(exchange));
        return messages.switchOnFirst((first, all) -> {
            JsonRpcMessage value = first.get();
            return (value != null && isResponse(value))
                    ? response.header(HttpHeaderNames.CONTENT_TYPE, JSON).send(all.map(HttpEnd::json))
                    : events(response, all);
        });
    }

    private static Publisher<Void> events(HttpServerResponse response, Flux<JsonRpcMessage> messages) {
        return response.header(HttpHeaderNames.CONTENT_TYPE, EVENTS)
                .send(messages.map(HttpEnd::event), flushed -> true);
    }

    private static Publisher<Void> failed(
            HttpServerResponse response, HttpResponseStatus status, int code, String text) {
        return response.status(status)
                .header(HttpHeaderNames.CONTENT_TYPE, JSON)
                .send(Mono.just(json(new JsonRpcError(null, code, text, null))));
    }

    private @Nullable Session session(@Nullable String id) {
        return (id != null) ? this.sessions.get(id) : null;
    }

    private static boolean isResponse(JsonRpcMessage message) {
        return message instanceof JsonRpcResult || message instanceof JsonRpcError;
    }

    /** Serialized: progress and the response may come from different threads. */
    private static void emit(Sinks.Many<JsonRpcMessage> sink, JsonRpcMessage message) {
        synchronized (sink) {
            sink.tryEmitNext(message);
        }
    }

    private static ByteBuf json(JsonRpcMessage message) {
        return Unpooled.wrappedBuffer(Json.CODEC.encode(message));
    }

    private static ByteBuf event(JsonRpcMessage message) {
        byte[] data = Json.CODEC.encode(message);
        return Unpooled.wrappedBuffer(
                "data: ".getBytes(StandardCharsets.UTF_8), data, "\n\n".getBytes(StandardCharsets.UTF_8));
    }

    private static Map<String, String> headers(HttpServerRequest request) {
        Map<String, String> headers = new LinkedHashMap<>();
        request.requestHeaders()
                .forEach(header -> headers.put(header.getKey().toLowerCase(Locale.ROOT), header.getValue()));
        return headers;
    }
}
