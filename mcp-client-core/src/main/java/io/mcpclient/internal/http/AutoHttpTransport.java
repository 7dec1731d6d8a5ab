package io.mcpclient.internal.http;

import java.time.Duration;
import java.util.Map;

import reactor.core.Exceptions;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import io.mcpclient.error.McpException;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.transport.DelegatingTransport;
import io.mcpclient.transport.ExchangeRequest;
import io.mcpclient.transport.HttpStatusException;
import io.mcpclient.transport.McpTransport;
import io.mcpclient.transport.ReceivedMessage;
import io.mcpclient.transport.TransportListener;

/**
 * Detects the HTTP transport of a server: Streamable HTTP, unless the response to {@code initialize} looks like that of a
 * server that only supports HTTP+SSE, and an {@code endpoint} event confirms it.
 *
 * <pre>
 *  streamable ── initialize rejected, see {@link SseFallback} ─► GET ── endpoint ──► sse: initialize again
 *      ▲                                                          └── anything else: the first rejection counts
 *      └───────────────────── stream cannot be opened ───────────────────────────────┘
 * </pre>
 *
 * @see "MCP 2025-11-25, basic/transports, Backwards Compatibility (SSE-01 to SSE-03, SSE-09); fault A16"
 */
final class AutoHttpTransport extends DelegatingTransport {

    /** Limit for the endpoint event, if {@code connect-timeout} allows. */
    private static final Duration ENDPOINT_TIMEOUT = Duration.ofSeconds(5);

    private final HttpTransport streamable;

    private final SseTransport sse;

    private final Duration endpointTimeout;

    private volatile McpTransport chosen;

    private volatile TransportListener listener = HttpTransport.NO_LISTENER;

    AutoHttpTransport(HttpWire wire, Duration connectTimeout) {
        this.streamable = new HttpTransport(wire);
        this.sse = new SseTransport(wire);
        this.chosen = this.streamable;
        // The first rejection is more informative than a timeout, so it has to be reported in time.
        Duration half = connectTimeout.dividedBy(2);
        this.endpointTimeout = (half.compareTo(ENDPOINT_TIMEOUT) < 0) ? half : ENDPOINT_TIMEOUT;
    }

    @Override
    protected McpTransport delegate() {
        return this.chosen;
    }

    @Override
    public Mono<Void> open(TransportListener listener) {
        return Mono.defer(() -> {
                    this.listener = listener;
                    return this.chosen.open(listener);
                })
                .doOnError(error -> resetDetection())
                .doOnCancel(this::resetDetection);
    }

    /** The detected server may have been replaced by a newer one. */
    private void resetDetection() {
        this.chosen = this.streamable;
    }

    @Override
    public Flux<ReceivedMessage> exchange(ExchangeRequest exchange) {
        McpTransport present = this.chosen;
        if (present == this.sse || !exchange.request().method().equals(McpMethods.INITIALIZE)) {
            return present.exchange(exchange);
        }
        return this.streamable
                .exchange(exchange)
                .onErrorResume(SseFallback::isIndicatedBy, error -> fallBack(exchange, (HttpStatusException) error));
    }

    private Flux<ReceivedMessage> fallBack(ExchangeRequest exchange, HttpStatusException refusal) {
        return this.sse
                .open(this.listener, this.endpointTimeout)
                .onErrorMap(failure -> refusal.withNote("HTTP+SSE failed as well: " + why(failure), failure))
                .doOnSuccess(opened -> this.chosen = this.sse)
                .thenMany(Flux.defer(() -> this.sse.exchange(exchange)));
    }

    private static String why(Throwable failure) {
        Throwable cause = Exceptions.unwrap(failure);
        if (cause instanceof HttpStatusException answer) {
            return "HTTP " + answer.status();
        }
        return (cause instanceof McpException known)
                ? known.problem()
                : cause.getClass().getSimpleName();
    }

    /** Closes both; they share all resources. */
    @Override
    public Mono<Void> close() {
        return this.sse.endSession(Map.of()).then(this.streamable.close());
    }
}
