package io.mcpclient.transport;

import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.publisher.Sinks;

import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.jsonrpc.ResultTypes;

/**
 * The pending requests of one shared channel, such as the pipes of a process. An instance exists as long as its channel: once
 * the channel is gone, all pending requests have failed and new ones fail immediately. Thread-safe.
 *
 * <p>A server that cannot read a message responds with an error without id. If there is exactly one pending request, it is the
 * one. Some servers also respond to notifications in this way; so after a notification, until the next response, only an error
 * that says that a message could not be parsed is attributed.
 */
public final class PendingExchanges implements ResultTypes {

    private final ConcurrentMap<JsonRpcId, Pending> pending = new ConcurrentHashMap<>();

    /** JSON-RPC 2.0: invalid JSON was received. */
    private static final int PARSE_ERROR = -32700;

    private volatile boolean notified;

    /** Almost always empty. */
    private final Queue<Sinks.Empty<Void>> idle = new ConcurrentLinkedQueue<>();

    private final AtomicReference<@Nullable Throwable> gone = new AtomicReference<>();

    /**
     * Registers a request and waits for its response.
     * @param request the request
     * @param write sends the request; subscribed to after its response can be matched
     * @return the response only; fails with the error of the write, or with the cause when the channel is gone. Cancelling
     *     stops waiting
     */
    public Flux<ReceivedMessage> exchange(ExchangeRequest request, Mono<Void> write) {
        return Mono.<ReceivedMessage>create(sink -> await(request, write, sink)).flux();
    }

    private void await(ExchangeRequest request, Mono<Void> write, MonoSink<ReceivedMessage> sink) {
        JsonRpcId id = request.request().id();
        Pending waiting = new Pending(request, sink);
        if (this.pending.putIfAbsent(id, waiting) != null) {
            sink.error(new IllegalStateException("a request with id " + id.toJson() + " is already pending"));
            return;
        }
        sink.onDispose(() -> onOver(id, waiting));
        // Register before checking; fail() works in the opposite order, so one side always observes the other.
        Throwable cause = this.gone.get();
        if (cause != null) {
            sink.error(cause);
            return;
        }
        write.subscribe(null, sink::error);
    }

    private void onOver(JsonRpcId id, Pending waiting) {
        this.pending.remove(id, waiting);
        if (!this.idle.isEmpty()) {
            signalIfIdle();
        }
    }

    @Override
    public @Nullable Class<?> typeOf(@Nullable JsonRpcId id) {
        Pending waiting = (id != null) ? this.pending.get(id) : null;
        return (waiting != null) ? waiting.request().resultType() : null;
    }

    /** Records that a notification is sent on the channel. */
    public void onNotification() {
        this.notified = true;
    }

    /**
     * Passes a response to its pending request.
     * @param received any message
     * @return whether it was the response to a pending request
     */
    public boolean answer(ReceivedMessage received) {
        JsonRpcId id = received.message().answeredId();
        if (id == null) {
            return received.message() instanceof JsonRpcError error && answerOnly(received, error);
        }
        Pending waiting = this.pending.remove(id);
        if (waiting == null) {
            return false;
        }
        this.notified = false;
        waiting.request().activity().onActivity(false);
        waiting.sink().success(received);
        return true;
    }

    /** Passes an error without id to the request that it can only belong to. */
    private boolean answerOnly(ReceivedMessage received, JsonRpcError error) {
        JsonRpcId only = (!this.notified || error.code() == PARSE_ERROR) ? only() : null;
        return only != null
                && answer(new ReceivedMessage(
                        new JsonRpcError(only, error.code(), error.message(), error.data()),
                        received.head(),
                        received.batched()));
    }

    /** Returns the only pending request, {@code null} if there are others. A subscription is pending as long as it is open. */
    private @Nullable JsonRpcId only() {
        JsonRpcId only = null;
        for (Pending waiting : this.pending.values()) {
            if (waiting.request().kind() != ExchangeKind.SUBSCRIPTION) {
                if (only != null) {
                    return null;
                }
                only = waiting.request().request().id();
            }
        }
        return only;
    }

    /**
     * Waits until no request waits for its response. A subscription is pending as long as it is open and does not count.
     * @return completes when nothing is lost if the channel ends, never fails
     */
    public Mono<Void> whenIdle() {
        return Mono.defer(() -> {
            Sinks.Empty<Void> idle = Sinks.empty();
            this.idle.add(idle);
            signalIfIdle();
            return idle.asMono();
        });
    }

    private void signalIfIdle() {
        if (this.pending.values().stream().allMatch(waiting -> waiting.request().kind() == ExchangeKind.SUBSCRIPTION)) {
            Stream.generate(this.idle::poll).takeWhile(Objects::nonNull).forEach(Sinks.Empty::tryEmitEmpty);
        }
    }

    /**
     * Fails a pending request because of its response.
     * @param id id of the request
     * @param cause what is wrong with the response
     * @return whether there was such a pending request
     */
    public boolean fail(JsonRpcId id, Throwable cause) {
        Pending waiting = this.pending.remove(id);
        if (waiting == null) {
            return false;
        }
        waiting.sink().error(cause);
        return true;
    }

    /**
     * Fails all pending and future requests. Only the first cause counts.
     * @param cause why no more responses will arrive
     */
    public void fail(Throwable cause) {
        this.gone.compareAndSet(null, cause);
        for (JsonRpcId id : this.pending.keySet()) {
            Pending waiting = this.pending.remove(id);
            if (waiting != null) {
                waiting.sink().error(cause);
            }
        }
    }

    private record Pending(ExchangeRequest request, MonoSink<ReceivedMessage> sink) {}
}
