package io.mcpclient.console.internal.wire;

import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.jsonrpc.JsonRpcNotification;
import io.mcpclient.jsonrpc.JsonRpcRequest;
import io.mcpclient.jsonrpc.JsonRpcResult;
import io.mcpclient.transport.DelegatingTransport;
import io.mcpclient.transport.ExchangeRequest;
import io.mcpclient.transport.McpTransport;
import io.mcpclient.transport.ReceivedMessage;
import io.mcpclient.transport.TransportListener;

/** A transport that records the messages of its server, and the headers and times of requests. Thread-safe. */
final class WireTransport extends DelegatingTransport {

    private static final int MAX_OPEN = 100;

    private final McpTransport transport;

    private final ServerRecorder recorder;

    /** Requests of the server without a response. */
    private final Map<JsonRpcId, WireEntry> open = new LinkedHashMap<>();

    WireTransport(McpTransport transport, ServerRecorder recorder) {
        this.transport = transport;
        this.recorder = recorder;
    }

    @Override
    protected McpTransport delegate() {
        return this.transport;
    }

    @Override
    public Mono<Void> open(TransportListener listener) {
        return this.transport.open(new TransportListener() {
            @Override
            public void onMessage(ReceivedMessage message) {
                received(message.message(), null);
                listener.onMessage(message);
            }

            @Override
            public void onClosed(Throwable cause) {
                listener.onClosed(cause);
            }
        });
    }

    @Override
    public Flux<ReceivedMessage> exchange(ExchangeRequest request) {
        return Flux.deferContextual(context -> {
            WireAttempts attempts = WireAttempts.of(context);
            int number = (attempts != null) ? attempts.begin(request.request().method(), request.headers()) : -1;
            return this.transport.exchange(request).doOnNext(message -> {
                received(message.message(), attempts);
                if (attempts != null
                        && message.message().answers(request.request().id())) {
                    attempts.end(number);
                }
            });
        });
    }

    @Override
    public Mono<Void> send(JsonRpcMessage message, Map<String, String> headers) {
        if (message instanceof JsonRpcResult result) {
            return this.transport.send(message, headers).doFirst(() -> answered(result.id(), result.result(), null));
        }
        JsonRpcId failed = (message instanceof JsonRpcError error) ? error.id() : null;
        return (failed != null)
                ? this.transport.send(message, headers).doFirst(() -> answered(failed, null, (JsonRpcError) message))
                : this.transport.send(message, headers);
    }

    private void received(JsonRpcMessage message, @Nullable WireAttempts attempts) {
        String owner = (attempts != null) ? attempts.owner() : null;
        if (message instanceof JsonRpcNotification notification) {
            this.recorder.notification(notification, owner);
        } else if (message instanceof JsonRpcRequest request) {
            WireEntry entry = this.recorder.request(request, owner);
            synchronized (this.open) {
                this.open.put(request.id(), entry);
                if (this.open.size() > MAX_OPEN) {
                    this.open.remove(this.open.keySet().iterator().next());
                }
            }
        }
    }

    private void answered(JsonRpcId id, @Nullable Object result, @Nullable JsonRpcError error) {
        WireEntry entry;
        synchronized (this.open) {
            entry = this.open.remove(id);
        }
        if (entry != null) {
            this.recorder.answered(entry, result, error);
        }
    }
}
