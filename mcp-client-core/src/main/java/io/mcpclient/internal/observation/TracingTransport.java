package io.mcpclient.internal.observation;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

import io.mcpclient.internal.era.MetaEntries;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.jsonrpc.JsonRpcNotification;
import io.mcpclient.jsonrpc.JsonRpcRequest;
import io.mcpclient.jsonrpc.JsonRpcResult;
import io.mcpclient.support.ProtocolHeaders;
import io.mcpclient.transport.DelegatingTransport;
import io.mcpclient.transport.ExchangeKind;
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

    /**
     * Adds the trace context to messages: to {@code _meta} and, unless another component does so, to the headers.
     *
     * @see "MCP 2026-07-28, basic/index, _meta (TRC-01, TRC-03)"
     */
    static final class TraceEnvelope {

        private final JsonCodec codec;

        private final boolean headers;

        /**
         * Creates an envelope.
         * @param headers whether to add the fields to the headers as well
         */
        TraceEnvelope(JsonCodec codec, boolean headers) {
            this.codec = codec;
            this.headers = headers;
        }

        ExchangeRequest seal(ExchangeRequest request, Map<String, String> fields) {
            if (fields.isEmpty()) {
                return request;
            }
            JsonRpcRequest plain = request.request();
            Object params = MetaEntries.with(plain.params(), new LinkedHashMap<>(fields), this.codec);
            return request.with(
                    new JsonRpcRequest(plain.id(), plain.method(), params), headers(request.headers(), fields));
        }

        JsonRpcNotification seal(JsonRpcNotification notification, Map<String, String> fields) {
            return fields.isEmpty()
                    ? notification
                    : new JsonRpcNotification(
                            notification.method(),
                            MetaEntries.with(notification.params(), new LinkedHashMap<>(fields), this.codec));
        }

        Map<String, String> headers(Map<String, String> present, Map<String, String> fields) {
            if (!this.headers || fields.isEmpty()) {
                return present;
            }
            Map<String, String> merged = new LinkedHashMap<>(present);
            fields.keySet().forEach(field -> merged.keySet().removeIf(field::equalsIgnoreCase));
            merged.putAll(fields);
            return merged;
        }
    }

    /**
     * Observes one exchange from subscription to its response; a subscription, which may stay open for days, to its first message.
     *
     * @see "MCP 2026-07-28, SEP-414 (TRC-04)"
     */
    static final class ObservedExchange extends Flux<ReceivedMessage> {

        private final Observer observer;

        private final ExchangeRequest request;

        private final @Nullable String sessionId;

        private final Function<Watch, Flux<ReceivedMessage>> exchange;

        /**
         * Creates the exchange.
         * @param sessionId session of the request, or {@code null} if there is none
         * @param exchange sends the request with the trace context of the watch
         */
        ObservedExchange(
                Observer observer,
                ExchangeRequest request,
                @Nullable String sessionId,
                Function<Watch, Flux<ReceivedMessage>> exchange) {
            this.observer = observer;
            this.request = request;
            this.sessionId = sessionId;
            this.exchange = exchange;
        }

        @Override
        public void subscribe(CoreSubscriber<? super ReceivedMessage> actual) {
            Context context = actual.currentContext();
            Watch watch = this.observer.exchange(this.request.request(), this.sessionId, context);
            Observed observed = new Observed(this.observer, this.request, watch, watch.within(context), actual);
            watch.inScope(() -> this.exchange.apply(watch).subscribe(observed));
        }

        private static final class Observed extends Watch.ObservingSubscriber<ReceivedMessage> {

            private final ExchangeRequest request;

            Observed(
                    Observer observer,
                    ExchangeRequest request,
                    Watch watch,
                    Context context,
                    CoreSubscriber<? super ReceivedMessage> actual) {
                super(observer, watch, context, actual);
                this.request = request;
            }

            @Override
            public void onNext(ReceivedMessage received) {
                JsonRpcMessage message = received.message();
                JsonRpcRequest sent = this.request.request();
                if (message.answers(sent.id())) {
                    answered(message);
                } else if (this.request.kind() == ExchangeKind.SUBSCRIPTION) {
                    this.observer.succeeded(this.watch, null);
                }
                this.actual.onNext(received);
            }

            private void answered(JsonRpcMessage message) {
                if (message instanceof JsonRpcError error) {
                    this.observer.failed(this.watch, Failure.of(error));
                } else if (message instanceof JsonRpcResult answer) {
                    this.observer.messages().learn(answer.result());
                    this.observer.succeeded(this.watch, answer.result());
                }
            }

            @Override
            public void onError(Throwable error) {
                this.observer.failed(this.watch, Failure.ofExchange(error));
                this.actual.onError(error);
            }

            @Override
            public void onComplete() {
                this.observer.failed(this.watch, Failure.noAnswer()); // has no effect after a response
                this.actual.onComplete();
            }
        }
    }
}
