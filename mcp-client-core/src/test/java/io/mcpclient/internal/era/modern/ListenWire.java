package io.mcpclient.internal.era.modern;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.internal.era.Failures;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.jsonrpc.JsonRpcNotification;
import io.mcpclient.jsonrpc.JsonRpcRequest;
import io.mcpclient.jsonrpc.JsonRpcResult;
import io.mcpclient.support.schema.SubscriptionsListenParams;
import io.mcpclient.transport.ExchangeKind;
import io.mcpclient.transport.ExchangeRequest;
import io.mcpclient.transport.HttpStatusException;
import io.mcpclient.transport.ListenRequest;
import io.mcpclient.transport.McpIgnoredMessages;
import io.mcpclient.transport.McpTransport;
import io.mcpclient.transport.ReceivedMessage;
import io.mcpclient.transport.RequestScopedTransport;
import io.mcpclient.transport.ResponseHead;
import io.mcpclient.transport.TransportListener;
import io.mcpclient.transport.TransportProvider;

/** A transport whose exchanges are completed by the test. */
final class ListenWire implements RequestScopedTransport {

    static final JsonCodec CODEC = new JsonCodec(JsonLimits.DEFAULT);

    final McpIgnoredMessages ignored = new McpIgnoredMessages("weather");

    final TransportProvider.Context context = new TransportProvider.Context("weather", CODEC, this.ignored);

    final Failures failures = new Failures("weather") {

        @Override
        protected @Nullable McpException ofEra(String operation, HttpStatusException answer) {
            return null;
        }
    };

    final List<Opened> opened = new CopyOnWriteArrayList<>();

    final List<JsonRpcNotification> sent = new CopyOnWriteArrayList<>();

    private final AtomicLong ids = new AtomicLong();

    private final boolean requestScoped;

    /** What the next exchanges fail with at once, {@code null} if they stay open. */
    volatile @Nullable Throwable failure;

    ListenWire(boolean requestScoped) {
        this.requestScoped = requestScoped;
    }

    /** One exchange. */
    static final class Opened {

        final JsonRpcId id;

        final String params;

        final AtomicBoolean ended = new AtomicBoolean();

        private final AtomicBoolean acknowledged = new AtomicBoolean();

        private final Sinks.Many<ReceivedMessage> messages =
                Sinks.many().unicast().onBackpressureBuffer();

        volatile boolean cancelled;

        Opened(ExchangeRequest exchange) {
            this.id = exchange.request().id();
            this.params = String.valueOf(CODEC.toJson(exchange.request().params()));
        }

        Opened send(JsonRpcMessage message) {
            this.messages
                    .tryEmitNext(new ReceivedMessage(message, ResponseHead.NONE))
                    .orThrow();
            return this;
        }

        Opened acknowledge(Map<String, ?> agreed) {
            return send(acknowledgment(this.id.toJson(), agreed));
        }

        /** Acknowledges, unless it was acknowledged before or is over. */
        synchronized void acknowledgeOnce() {
            if (this.acknowledged.compareAndSet(false, true)) {
                this.messages.tryEmitNext(
                        new ReceivedMessage(acknowledgment(this.id.toJson(), Map.of()), ResponseHead.NONE));
            }
        }

        /** Ends the exchange in one way or the other, unless it is over. */
        synchronized void drop(int way) {
            if (this.ended.compareAndSet(false, true)) {
                Sinks.EmitResult ignored = (way % 2 == 0)
                        ? this.messages.tryEmitComplete()
                        : this.messages.tryEmitError(new McpConnectionException(details(McpOutcome.UNKNOWN)));
            }
        }

        Opened notify(String method, Map<String, ?> params) {
            return send(notification(this.id.toJson(), method, params));
        }

        void answer() {
            send(new JsonRpcResult(this.id, Map.of("resultType", "complete")));
            end();
        }

        void end() {
            this.messages.tryEmitComplete().orThrow();
        }

        void fail(Throwable error) {
            this.messages.tryEmitError(error).orThrow();
        }
    }

    static JsonRpcNotification acknowledgment(Object id, Map<String, ?> agreed) {
        return notification(id, "notifications/subscriptions/acknowledged", Map.of("notifications", agreed));
    }

    static JsonRpcNotification notification(@Nullable Object id, String method, Map<String, ?> params) {
        Map<String, Object> all = new LinkedHashMap<>(params);
        if (id != null) {
            all.put("_meta", Map.of("io.modelcontextprotocol/subscriptionId", id));
        }
        return new JsonRpcNotification(method, all);
    }

    /** What the next subscription for a filter sends. */
    ExchangeRequest request(ListenFilter filter) {
        return new ExchangeRequest(
                new JsonRpcRequest(
                        JsonRpcId.of(this.ids.incrementAndGet()),
                        "subscriptions/listen",
                        SubscriptionsListenParams.of(filter.toWire())),
                Map.class,
                Map.of(),
                ExchangeKind.SUBSCRIPTION);
    }

    static McpErrorDetails details(McpOutcome outcome) {
        return McpErrorDetails.of("weather", "subscriptions/listen", outcome, "broken by the test");
    }

    Opened last() {
        return this.opened.get(this.opened.size() - 1);
    }

    long ignored(McpIgnoredMessages.Reason reason) {
        return this.ignored.count(reason);
    }

    @Override
    public Mono<Void> listen(ListenRequest request) {
        return Mono.never();
    }

    @Override
    public <T extends McpTransport> @Nullable T find(Class<T> feature) {
        return this.requestScoped ? RequestScopedTransport.super.find(feature) : null;
    }

    @Override
    public Flux<ReceivedMessage> exchange(ExchangeRequest exchange) {
        return Flux.defer(() -> {
            Opened one = new Opened(exchange);
            this.opened.add(one);
            Throwable cause = this.failure;
            return (cause != null) ? Flux.error(cause) : one.messages.asFlux().doOnCancel(() -> one.cancelled = true);
        });
    }

    @Override
    public Mono<Void> send(JsonRpcMessage message, Map<String, String> headers) {
        return Mono.fromRunnable(() -> this.sent.add((JsonRpcNotification) message));
    }

    @Override
    public Mono<Void> open(TransportListener listener) {
        return Mono.empty();
    }

    @Override
    public Mono<Void> close() {
        return Mono.empty();
    }
}
