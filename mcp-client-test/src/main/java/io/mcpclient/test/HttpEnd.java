package io.mcpclient.test;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.jsonrpc.JsonRpcRequest;
import io.mcpclient.jsonrpc.JsonRpcResult;
import io.mcpclient.schema.McpErrorCodes;
import io.mcpclient.schema.McpMetaKeys;
import io.mcpclient.status.McpEra;

/** Streamable HTTP, whatever the HTTP server. Thread-safe. */
final class HttpEnd {

    private static final String SESSION = "mcp-session-id";

    private static final Duration KEEP_ALIVE = Duration.ofSeconds(15);

    private static final byte[] COMMENT = ":\n\n".getBytes(StandardCharsets.UTF_8);

    /** Status codes of errors of the stateless era. */
    private static final Map<Integer, Integer> STATUSES = Map.of(
            McpErrorCodes.METHOD_NOT_FOUND, 404,
            McpErrorCodes.HEADER_MISMATCH, 400,
            McpErrorCodes.MISSING_REQUIRED_CLIENT_CAPABILITY, 400,
            McpErrorCodes.UNSUPPORTED_PROTOCOL_VERSION, 400);

    private final ServerProtocol protocol;

    private final ServerScript script;

    private final ServerSettings settings;

    private final Map<String, Session> sessions = new ConcurrentHashMap<>();

    private volatile boolean refusing;

    /** Closes the connections of the HTTP server. */
    private volatile Runnable connections = () -> {};

    HttpEnd(ServerProtocol protocol, ServerScript script) {
        this.protocol = protocol;
        this.script = script;
        this.settings = script.settings();
    }

    /** A response: a single message as JSON, or a stream of events. */
    record Answer(int status, Map<String, String> headers, Flux<byte[]> body) {

        static Answer empty(int status, Map<String, String> headers) {
            return new Answer(status, headers, Flux.empty());
        }

        static Answer of(int status, String type, Flux<byte[]> body) {
            return new Answer(status, Map.of("Content-Type", type), body);
        }

        static Answer events(Flux<byte[]> events) {
            return new Answer(200, Map.of("Content-Type", "text/event-stream", "X-Accel-Buffering", "no"), events);
        }

        Answer with(String header, String value) {
            Map<String, String> all = new LinkedHashMap<>(this.headers);
            all.put(header, value);
            return new Answer(this.status, all, this.body);
        }
    }

    /** A sender: with a session in the handshake era, without one in the stateless era. */
    private final class Session extends Channel {

        private final String id = UUID.randomUUID().toString();

        private final boolean stateless;

        private volatile Sinks.Many<byte[]> stream = stream();

        private boolean hasStream;

        Session(boolean stateless) {
            this.stateless = stateless;
        }

        /** Retains a message until the client opens the first stream, which it may do after a change. */
        @Override
        void send(JsonRpcMessage message) {
            if (!this.stateless) {
                emit(this.stream, event(message));
            }
        }

        synchronized Flux<byte[]> open() {
            if (this.hasStream) {
                this.stream = stream();
            }
            this.hasStream = true;
            return this.stream.asFlux();
        }

        @Override
        void disconnect() {
            HttpEnd.this.disconnect();
        }
    }

    /** The response to one request: a stream, if anything precedes the result. */
    private final class HttpExchange implements Channel.Exchange {

        private final Sinks.One<Answer> head = Sinks.one();

        private final Sinks.Many<byte[]> body = stream();

        private final Disposable.Swap keepAlive = Disposables.swap();

        private final boolean stateless;

        private boolean begun;

        private boolean streams;

        HttpExchange(boolean stateless) {
            this.stateless = stateless;
        }

        @Override
        public void send(JsonRpcMessage message) {
            fail(message, 0);
        }

        @Override
        public void fail(JsonRpcError error, int status) {
            fail((JsonRpcMessage) error, status);
        }

        private synchronized void fail(JsonRpcMessage message, int status) {
            boolean isLast = message instanceof JsonRpcResult || message instanceof JsonRpcError;
            begin(!isLast, (status != 0) ? status : status(message));
            emit(this.body, this.streams ? event(message) : Json.CODEC.encode(message));
            if (isLast) {
                this.body.tryEmitComplete();
            }
        }

        @Override
        public synchronized void probe() {
            begin(true, 200);
            if (this.streams) {
                emit(this.body, COMMENT);
            }
        }

        private void begin(boolean streams, int status) {
            if (this.begun) {
                return;
            }
            this.begun = true;
            this.streams = streams;
            Flux<byte[]> bytes = this.body.asFlux().doFinally(end -> ended());
            if (streams) {
                this.keepAlive.update(Flux.interval(KEEP_ALIVE).subscribe(beat -> probe()));
            }
            this.head.tryEmitValue(streams ? Answer.events(bytes) : Answer.of(status, "application/json", bytes));
        }

        private int status(JsonRpcMessage message) {
            return (this.stateless && message instanceof JsonRpcError error)
                    ? STATUSES.getOrDefault(error.code(), 200)
                    : 200;
        }

        void ended() {
            this.keepAlive.dispose();
            HttpEnd.this.protocol.ended(this);
        }
    }

    private static Sinks.Many<byte[]> stream() {
        return Sinks.many().unicast().onBackpressureBuffer();
    }

    void onDisconnect(Runnable connections) {
        this.connections = connections;
    }

    void refuse(boolean refusing) {
        this.refusing = refusing;
        if (refusing) {
            disconnect();
        }
    }

    void disconnect() {
        this.sessions.values().forEach(this.protocol::ended);
        this.sessions.clear();
        this.connections.run();
    }

    /**
     * Handles a request.
     * @param headers values by names in lower case
     * @param limit maximum length of the body
     */
    Mono<Answer> handle(String method, Map<String, List<String>> headers, byte[] body, int limit) {
        if (this.refusing) {
            return Mono.just(Answer.empty(503, Map.of()));
        }
        if (method.equals("POST")) {
            return post(headers, body, limit);
        }
        if (!this.settings.eras.contains(McpEra.LEGACY) || !(method.equals("GET") || method.equals("DELETE"))) {
            return Mono.just(Answer.empty(405, Map.of("Allow", "POST")));
        }
        Session session = session(headers);
        if (session == null) {
            return Mono.just(Answer.empty(404, Map.of()));
        }
        if (method.equals("DELETE")) {
            this.sessions.remove(session.id);
            this.protocol.ended(session);
            return Mono.just(Answer.empty(200, Map.of()));
        }
        return Mono.just(Answer.events(session.open()));
    }

    private Mono<Answer> post(Map<String, List<String>> headers, byte[] bytes, int limit) {
        JsonRpcId id = null;
        try {
            checkBody(headers, bytes, limit);
            Object body = JsonBody.read(bytes);
            id = JsonBody.id(body);
            return accept(JsonBody.message(body), headers);
        } catch (McpTestError ex) {
            JsonRpcError error = ex.response(id);
            int status = (ex.status() != 0) ? ex.status() : STATUSES.getOrDefault(error.code(), 200);
            return Mono.just(failed(status, error));
        }
    }

    private static void checkBody(Map<String, List<String>> headers, byte[] bytes, int limit) {
        String type = headers.getOrDefault("content-type", List.of("")).get(0);
        if (!StatelessChecks.isType(type, "application/json")) {
            throw McpTestError.http(415, McpErrorCodes.INVALID_REQUEST, "The body must be application/json");
        }
        if (bytes.length > limit) {
            throw McpTestError.http(413, McpErrorCodes.INVALID_REQUEST, "The body is larger than " + limit + " bytes");
        }
    }

    private Mono<Answer> accept(JsonRpcMessage message, Map<String, List<String>> headers) {
        Map<String, String> single = new LinkedHashMap<>();
        headers.forEach((name, values) -> single.put(name, values.get(values.size() - 1)));
        if (message instanceof JsonRpcRequest request && isStateless(request, headers)) {
            McpTestRequest checked = new McpTestRequest(request.method(), Json.object(request.params()), single);
            StatelessChecks.check(checked, headers, this::argumentHeaders);
            return answer(message, new Session(true), single);
        }
        if (this.settings.isModernOnly()) {
            throw JsonBody.invalid("A request has an id, a string or an integer; nothing else is taken");
        }
        if (message instanceof JsonRpcRequest request && request.method().equals("initialize")) {
            Session opened = new Session(false);
            this.sessions.put(opened.id, opened);
            return answer(message, opened, single).map(answer -> answer.with("Mcp-Session-Id", opened.id));
        }
        Session session = session(headers);
        if (session == null) {
            return Mono.just(
                    headers.containsKey(SESSION)
                            ? failed(404, new JsonRpcError(null, -32001, "Session not found", null))
                            : failed(400, new JsonRpcError(null, -32000, "No valid session ID provided", null)));
        }
        if (!(message instanceof JsonRpcRequest)) {
            this.protocol.onMessage(message, session, any -> {}, single);
            return Mono.just(Answer.empty(202, Map.of()));
        }
        return answer(message, session, single);
    }

    /** A server of the handshake era alone answers requests of the other one, too: with an error. */
    private boolean isStateless(JsonRpcRequest request, Map<String, List<String>> headers) {
        return this.settings.isModernOnly()
                || (this.settings.eras.contains(McpEra.MODERN)
                        && (headers.getOrDefault(StatelessChecks.VERSION, List.of())
                                        .contains(ServerProtocol.STATELESS)
                                || isDeclaredStateless(request)));
    }

    private static boolean isDeclaredStateless(JsonRpcRequest request) {
        return Json.member(Json.object(request.params()), "_meta").containsKey(McpMetaKeys.PROTOCOL_VERSION);
    }

    private Map<String, String> argumentHeaders(String name) {
        McpTestTool tool = this.script.tool(name);
        return (tool != null) ? tool.headers() : Map.of();
    }

    private Mono<Answer> answer(JsonRpcMessage message, Channel channel, Map<String, String> headers) {
        boolean isStateless = channel instanceof Session session && session.stateless;
        HttpExchange exchange = new HttpExchange(isStateless);
        return Mono.defer(() -> {
            this.protocol.onMessage(message, channel, exchange, headers);
            return exchange.head.asMono().doOnCancel(exchange::ended);
        });
    }

    private static Answer failed(int status, JsonRpcError error) {
        return Answer.of(status, "application/json", Flux.just(Json.CODEC.encode(error)));
    }

    private @Nullable Session session(Map<String, List<String>> headers) {
        List<String> ids = headers.getOrDefault(SESSION, List.of());
        return ids.isEmpty() ? null : this.sessions.get(ids.get(0));
    }

    /** Serialized: progress and the response may come from different threads. */
    private static void emit(Sinks.Many<byte[]> sink, byte[] bytes) {
        synchronized (sink) {
            sink.tryEmitNext(bytes);
        }
    }

    private static byte[] event(JsonRpcMessage message) {
        String json = new String(Json.CODEC.encode(message), StandardCharsets.UTF_8);
        return ("data:" + json + "\n\n").getBytes(StandardCharsets.UTF_8);
    }
}
