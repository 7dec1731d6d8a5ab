package io.mcpclient.internal.http;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import io.mcpclient.auth.HttpCredentials;
import io.mcpclient.error.McpProtocolException.Reason;
import io.mcpclient.internal.support.RecoveringFlux;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.jsonrpc.MalformedMessageException;
import io.mcpclient.jsonrpc.ResultTypes;
import io.mcpclient.transport.AuthorizedTransport;
import io.mcpclient.transport.ExchangeKind;
import io.mcpclient.transport.ExchangeRequest;
import io.mcpclient.transport.HttpStatusException;
import io.mcpclient.transport.ListenRequest;
import io.mcpclient.transport.McpIgnoredMessages;
import io.mcpclient.transport.ReceivedMessage;
import io.mcpclient.transport.RequestScopedTransport;
import io.mcpclient.transport.ResponseHead;
import io.mcpclient.transport.SessionTransport;
import io.mcpclient.transport.TransportListener;

/**
 * Streamable HTTP: every message of the client is a POST; the response is JSON or an event stream.
 *
 * <pre>
 *  exchange ──POST──► 2xx application/json   one message
 *                     2xx text/event-stream  messages up to the response, see {@link ExchangeStream}
 *                     202, 204, empty        protocol error: no response message
 *                     2xx other type         protocol error: response of a portal or proxy
 *                     3xx                    see {@link Redirects}
 *                     4xx, 5xx               {@link HttpStatusException}, interpreted by the era
 *  listen ────GET───► 2xx text/event-stream  messages for the listener, see {@link StandaloneStream}
 * </pre>
 *
 * @see "MCP 2025-11-25, basic/transports, Streamable HTTP (HTL-01 to HTL-16); faults A07, B06, B23, F04, F17"
 */
final class HttpTransport implements RequestScopedTransport, SessionTransport, AuthorizedTransport {

    /** Up to this size a body is copied into one array, which is faster to parse than a stream. */
    private static final int SMALL_BODY_BYTES = LargeMessages.MIN_BYTES;

    /** The listener before {@link #open}. */
    static final TransportListener NO_LISTENER = new TransportListener() {

        @Override
        public void onMessage(ReceivedMessage message) {}

        @Override
        public void onClosed(Throwable cause) {}
    };

    private final HttpWire wire;

    private final HttpFailures failures;

    private final InterruptedExchanges interrupted = new InterruptedExchanges();

    private volatile TransportListener listener = NO_LISTENER;

    HttpTransport(HttpWire wire) {
        this.wire = wire;
        this.failures = wire.failures();
    }

    /** No messages arrive outside of exchanges unless a stream is opened. */
    @Override
    public Mono<Void> open(TransportListener listener) {
        return Mono.fromRunnable(() -> this.listener = listener);
    }

    @Override
    public Flux<ReceivedMessage> exchange(ExchangeRequest exchange) {
        String operation = exchange.request().method();
        return Flux.defer(() -> {
            this.failures.requireOpen(operation);
            return this.wire.request(
                    operation,
                    HttpWire.POST,
                    this.wire.url(),
                    exchange.kind() == ExchangeKind.SUBSCRIPTION,
                    (url, credentials) -> attempt(exchange, url, credentials));
        });
    }

    private Flux<ReceivedMessage> attempt(ExchangeRequest exchange, URI url, HttpCredentials credentials) {
        HttpWire.Posted posted = this.wire.write(exchange.request(), url);
        SentRequest sent = posted.request();
        ResponseLimit limit = ResponseLimit.of(this.wire.responseTimeout());
        Flux<ReceivedMessage> messages = this.wire.post(posted, exchange, credentials, response -> {
            limit.onResponse();
            this.interrupted.onReachable();
            return read(exchange, sent, response);
        });
        return limit.apply(
                new RecoveringFlux<>(messages, error -> Flux.error(this.failures.translate(sent, error))),
                this.wire.time(),
                late -> this.failures.noResponse(sent.operation(), late));
    }

    private Flux<ReceivedMessage> read(ExchangeRequest exchange, SentRequest sent, HttpReply response) {
        int status = response.status();
        if (status >= 300) {
            return this.wire.responses().<ReceivedMessage>reject(sent, response).flux();
        }
        boolean isReadable = response.coding() == null;
        if (isReadable && response.isType(HttpWire.JSON)) {
            return readJson(exchange, response);
        }
        if (isReadable && response.isType(HttpWire.EVENT_STREAM)) {
            exchange.activity().onStreamOpened();
            return ExchangeStream.read(
                    this.wire,
                    exchange,
                    response,
                    this.interrupted,
                    StreamActivity.reported(response.body(), exchange.activity()));
        }
        if (status == 202 || status == 204 || response.contentLength() == 0) {
            return this.wire
                    .responses()
                    .<ReceivedMessage>discard(response)
                    .concatWith(Flux.error(this.failures.malformed(
                            sent.operation(),
                            "HTTP " + status + " without a JSON-RPC response",
                            Reason.NO_ANSWER,
                            null)));
        }
        return this.wire
                .responses()
                .<ReceivedMessage>rejectType(sent, "JSON or an event stream", response)
                .flux();
    }

    private Flux<ReceivedMessage> readJson(ExchangeRequest exchange, HttpReply response) {
        String operation = exchange.request().method();
        if (response.contentLength() > this.wire.maxMessageSize()) {
            HttpResponses.leave(response);
            return Flux.error(this.failures.tooLarge(operation, null));
        }
        return new JsonResponse(
                response.body(),
                new JsonResponse.Limit(
                        this.wire.maxMessageSize(),
                        () -> this.failures.tooLarge(operation, null),
                        this.wire.receiving().lease()),
                body -> decode(exchange, body, response),
                () -> this.failures.malformed(operation, "the response is empty", Reason.NO_ANSWER, null),
                this.wire.large());
    }

    private List<ReceivedMessage> decode(ExchangeRequest exchange, DataBuffer body, ResponseHead head) {
        try {
            exchange.activity().onActivity(false);
            int length = body.readableByteCount();
            ResultTypes types = id -> exchange.resultType();
            if (length > SMALL_BODY_BYTES && !isBatch(body)) {
                return one(
                        this.wire.codec().decodeStream(new BodySource(body, body.readPosition()), length, types), head);
            }
            byte[] bytes = new byte[length];
            body.read(bytes);
            return JsonCodec.isBatch(bytes, 0, length)
                    ? many(this.wire.codec().decodeBatch(bytes, 0, length, types, this::count), head)
                    : one(this.wire.codec().decode(bytes, 0, length, types), head);
        } catch (MalformedMessageException ex) {
            throw this.failures.notAMessage(exchange.request().method(), ex);
        } finally {
            Buffers.release(body);
        }
    }

    private static boolean isBatch(DataBuffer body) {
        for (int at = body.readPosition(); at < body.writePosition(); at++) {
            byte next = body.getByte(at);
            if (next > ' ') {
                return next == '[';
            }
        }
        return false;
    }

    private static List<ReceivedMessage> one(JsonRpcMessage message, ResponseHead head) {
        return List.of(new ReceivedMessage(message, head));
    }

    private static List<ReceivedMessage> many(List<JsonRpcMessage> batch, ResponseHead head) {
        return batch.stream()
                .map(message -> new ReceivedMessage(message, head, true))
                .toList();
    }

    InterruptedExchanges interrupted() {
        return this.interrupted;
    }

    private void count(String problem) {
        this.wire.ignored().count(McpIgnoredMessages.Reason.MALFORMED, problem);
    }

    @Override
    public Set<String> extensions() {
        return this.wire.extensions();
    }

    @Override
    public boolean isWaitingForCredentials() {
        return this.wire.isWaitingForCredentials();
    }

    @Override
    public @Nullable URI pendingAuthorization() {
        return this.wire.pendingAuthorization();
    }

    @Override
    public @Nullable Object grant() {
        return this.wire.grant();
    }

    @Override
    public Mono<Void> send(JsonRpcMessage message, Map<String, String> headers) {
        return this.wire.send(this.wire.url(), message, headers);
    }

    @Override
    public Mono<Void> listen(ListenRequest request) {
        return Mono.defer(() -> {
            this.failures.requireOpen(StandaloneStream.OPERATION);
            return StandaloneStream.open(this.wire, request, this.listener, this.interrupted);
        });
    }

    @Override
    public Mono<Void> endSession(Map<String, String> headers) {
        return headers.isEmpty() ? Mono.empty() : this.wire.delete(headers);
    }

    @Override
    public Mono<Void> close() {
        return Mono.defer(() -> {
            Mono<Void> closed = this.wire.close();
            this.interrupted.end(this.failures::closed);
            return closed;
        });
    }
}
