package io.mcpclient.transport;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.jsonrpc.ResultTypes;

/**
 * The requests that wait for an answer on one shared channel, such as the pipes of a process. One instance lives as long
 * as its channel: once that is gone, everybody who waits has failed and nobody can begin to wait. Thread-safe.
 *
 * @see "faults B08, B11"
 */
public final class PendingExchanges implements ResultTypes {

    private final ConcurrentMap<JsonRpcId, Pending> pending = new ConcurrentHashMap<>();

    private final AtomicReference<@Nullable Throwable> gone = new AtomicReference<>();

    /**
     * Waits for the answer to a request.
     * @param request the request
     * @param write sends it; subscribed to after its answer can be recognised
     * @return the answer alone; fails with the error of the writing, or with the cause when the channel is gone.
     *     Cancelling it stops waiting
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
        sink.onDispose(() -> this.pending.remove(id, waiting));
        // First the entry, then the look: fail() does it the other way round, so one of the two notices the other.
        Throwable cause = this.gone.get();
        if (cause != null) {
            sink.error(cause);
            return;
        }
        write.subscribe(null, sink::error);
    }

    @Override
    public @Nullable Class<?> typeOf(@Nullable JsonRpcId id) {
        Pending waiting = (id != null) ? this.pending.get(id) : null;
        return (waiting != null) ? waiting.request().resultType() : null;
    }

    /**
     * Hands an answer to the one who waits for it.
     * @param received any message
     * @return whether it was an answer that somebody waited for
     */
    public boolean answer(ReceivedMessage received) {
        JsonRpcId id = received.message().answeredId();
        Pending waiting = (id != null) ? this.pending.remove(id) : null;
        if (waiting == null) {
            return false;
        }
        waiting.request().activity().onActivity(false);
        waiting.sink().success(received);
        return true;
    }

    /**
     * Fails the one who waits for an answer, because of the answer.
     * @param id id of the request
     * @param cause what is wrong with its answer
     * @return whether somebody waited for it
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
     * Fails all who wait, and all who come later. Only the first cause counts.
     * @param cause why there will be no answers any more
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
