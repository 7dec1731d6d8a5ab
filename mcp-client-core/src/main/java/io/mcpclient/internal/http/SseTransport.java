package io.mcpclient.internal.http;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.jsonrpc.JsonRpcNotification;
import io.mcpclient.transport.AuthorizedTransport;
import io.mcpclient.transport.ExchangeRequest;
import io.mcpclient.transport.HttpStatusException;
import io.mcpclient.transport.ReceivedMessage;
import io.mcpclient.transport.SessionTransport;
import io.mcpclient.transport.TransportListener;

/**
 * HTTP+SSE: one stream from the server, and a POST for each message to it.
 *
 * <pre>
 *  open ──────GET───► 2xx text/event-stream   event "endpoint": ready
 *                                             events "message": responses, and messages for the listener
 *                                             end: pending requests fail, {@link TransportListener#onClosed}
 *  exchange ──POST──► to the endpoint         2xx: its body is ignored, the response arrives on the stream
 *                                             4xx, 5xx: {@link HttpStatusException}
 * </pre>
 *
 * There are no session ids, and a lost stream is never resumed: opening another one starts a new session.
 *
 * @see "MCP 2024-11-05, basic/transports, HTTP with SSE (SSE-04 to SSE-10); faults A16, C20, C21, H17"
 */
final class SseTransport implements SessionTransport, AuthorizedTransport {

    /** Limit for a POST after its response has arrived on the stream. */
    private static final Duration POST_TIMEOUT = Duration.ofSeconds(2);

    private final HttpWire wire;

    private final AtomicReference<@Nullable SseStream> stream = new AtomicReference<>();

    SseTransport(HttpWire wire) {
        this.wire = wire;
    }

    /** Within {@code connect-timeout}, which includes the handshake. */
    @Override
    public Mono<Void> open(TransportListener listener) {
        return open(listener, this.wire.connectTimeout().multipliedBy(9).dividedBy(10));
    }

    /**
     * Opens the stream.
     * @param limit limit for the message endpoint of the server
     */
    Mono<Void> open(TransportListener listener, Duration limit) {
        return Mono.<Void>create(sink -> {
                    this.wire.failures().requireOpen(SseStream.OPERATION);
                    SseStream opening = new SseStream(this.wire, listener, sink);
                    end(this.stream.getAndSet(opening));
                    sink.onCancel(opening::end);
                    opening.open();
                })
                .timeout(tooLate(limit), Mono.defer(() -> Mono.error(noEndpoint(limit))));
    }

    /**
     * While credentials are being obtained, the server has not been called: the timeout of the whole attempt applies, with its
     * own message.
     */
    private Mono<Long> tooLate(Duration limit) {
        return this.wire
                .time()
                .delay(limit)
                .flatMap(tick -> isWaitingForCredentials() ? Mono.never() : Mono.just(tick));
    }

    private Throwable noEndpoint(Duration limit) {
        SseStream opening = this.stream.get();
        return this.wire.failures().noEndpoint(limit, opening != null && opening.isStarted());
    }

    private static void end(@Nullable SseStream stream) {
        if (stream != null) {
            stream.end();
        }
    }

    @Override
    public Flux<ReceivedMessage> exchange(ExchangeRequest exchange) {
        return Flux.defer(() -> {
            SseStream current = this.stream.get();
            URI endpoint = (current != null) ? current.endpoint() : null;
            if (current == null || endpoint == null) {
                return Flux.error(notOpen(exchange.request()));
            }
            Sinks.Empty<Void> over = Sinks.empty();
            AtomicBoolean isOver = new AtomicBoolean();
            Mono<Void> post = this.wire
                    .send(endpoint, exchange.request(), exchange.headers())
                    .onErrorMap(error -> named(endpoint, error))
                    .takeUntilOther(over.asMono().then(this.wire.time().delay(POST_TIMEOUT)))
                    .onErrorComplete(error -> isOver.get()); // no subscriber is left to notify
            return current.pending()
                    .exchange(exchange, post)
                    .onErrorMap(error -> this.wire
                            .failures()
                            .ofSharedStream(exchange.request().method(), error))
                    .doFinally(signal -> {
                        isOver.set(true);
                        over.tryEmitEmpty();
                    });
        });
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
        return Mono.defer(() -> {
            SseStream current = this.stream.get();
            URI endpoint = (current != null) ? current.endpoint() : null;
            if (current != null && message instanceof JsonRpcNotification) {
                current.pending().onNotification();
            }
            return (endpoint != null)
                    ? this.wire.send(endpoint, message, headers).onErrorMap(error -> named(endpoint, error))
                    : Mono.error(notOpen(message));
        });
    }

    /** An endpoint that does not exist is not the configured address. */
    private Throwable named(URI endpoint, Throwable error) {
        return (error instanceof HttpStatusException answer && (answer.status() == 404 || answer.status() == 405))
                ? answer.withNote(SseEndpoint.noteOn(this.wire.target(), endpoint))
                : error;
    }

    private Throwable notOpen(JsonRpcMessage message) {
        return this.wire
                .failures()
                .notSent(HttpWire.operation(message), "the event stream of the server is closed", null, null);
    }

    /** The end of the stream is the end of the session: there is no id to refer to it. */
    @Override
    public Mono<Void> endSession(Map<String, String> headers) {
        return Mono.fromRunnable(() -> end(this.stream.getAndSet(null)));
    }

    @Override
    public Mono<Void> close() {
        return endSession(Map.of()).then(Mono.defer(this.wire::close));
    }
}
