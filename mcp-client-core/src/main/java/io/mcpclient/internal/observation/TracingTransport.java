package io.mcpclient.internal.observation;

import java.util.Map;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

import io.mcpclient.internal.support.ProtocolHeaders;
import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.jsonrpc.JsonRpcNotification;
import io.mcpclient.transport.DelegatingTransport;
import io.mcpclient.transport.ExchangeRequest;
import io.mcpclient.transport.McpTransport;
import io.mcpclient.transport.ReceivedMessage;

/**
 * Transport that adds a trace context to its messages: that of their own observation, or the caller's. Eras and transports are
 * unaware of it. Responses to a server have none, because they belong to its request. Thread-safe.
 *
 * @see "MCP 2026-07-28, basic/index, _meta (TRC-01 to TRC-05)"
 */
final class TracingTransport extends DelegatingTransport {

    private final McpTransport transport;

    private final TraceEnvelope envelope;

    private final boolean baggage;

    /** Starts observations; {@code null} if the caller's context is propagated unchanged. */
    private final @Nullable Observer observer;

    private final Function<ContextView, Map<String, String>> present;

    private TracingTransport(
            McpTransport transport,
            TraceEnvelope envelope,
            boolean baggage,
            @Nullable Observer observer,
            Function<ContextView, Map<String, String>> present) {
        this.transport = transport;
        this.envelope = envelope;
        this.baggage = baggage;
        this.observer = observer;
        this.present = present;
    }

    static McpTransport observed(McpTransport transport, TraceEnvelope envelope, Observer observer) {
        return new TracingTransport(
                transport, envelope, observer.settings().hasBaggage(), observer, context -> Map.of());
    }

    /**
     * Creates a transport that propagates the trace context without observing anything.
     * @param present reads the fields of the current trace context
     */
    static McpTransport propagating(
            McpTransport transport,
            TraceEnvelope envelope,
            boolean baggage,
            Function<ContextView, Map<String, String>> present) {
        return new TracingTransport(transport, envelope, baggage, null, present);
    }

    @Override
    protected McpTransport delegate() {
        return this.transport;
    }

    @Override
    public Flux<ReceivedMessage> exchange(ExchangeRequest request) {
        if (this.observer != null) {
            return new ObservedExchange(
                    this.observer,
                    request,
                    request.headers().get(ProtocolHeaders.SESSION_ID),
                    watch -> this.transport.exchange(this.envelope.seal(request, fields(watch.carrier()))));
        }
        return Flux.deferContextual(
                context -> this.transport.exchange(this.envelope.seal(request, fields(this.present.apply(context)))));
    }

    @Override
    public Mono<Void> send(JsonRpcMessage message, Map<String, String> headers) {
        if (!(message instanceof JsonRpcNotification notification)) {
            return this.transport.send(message, headers);
        }
        if (this.observer != null) {
            return new ObservedOperation<>(
                    this.observer,
                    notification.method(),
                    notification.params(),
                    false,
                    watch -> send(notification, headers, (watch != null) ? watch.carrier() : Map.of()));
        }
        return Mono.deferContextual(context -> send(notification, headers, this.present.apply(context)));
    }

    private Mono<Void> send(
            JsonRpcNotification notification, Map<String, String> headers, Map<String, String> carrier) {
        Map<String, String> fields = fields(carrier);
        return this.transport.send(this.envelope.seal(notification, fields), this.envelope.headers(headers, fields));
    }

    private Map<String, String> fields(Map<String, String> carrier) {
        return TraceFields.of(carrier, this.baggage);
    }
}
