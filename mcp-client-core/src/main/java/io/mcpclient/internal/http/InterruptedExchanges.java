package io.mcpclient.internal.http;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.jsonrpc.ResultTypes;

/**
 * The exchanges whose stream has ended before their response arrived: it may arrive on the stream that they resume, or on the
 * standalone stream. Thread-safe.
 *
 * @see "MCP 2025-11-25, basic/transports, Listening for Messages from the Server (HTL-14)"
 */
final class InterruptedExchanges implements ResultTypes {

    private final ConcurrentMap<JsonRpcId, ExchangeStream> streams = new ConcurrentHashMap<>();

    void add(JsonRpcId id, ExchangeStream stream) {
        this.streams.put(id, stream);
    }

    void remove(JsonRpcId id, ExchangeStream stream) {
        this.streams.remove(id, stream);
    }

    int size() {
        return this.streams.size();
    }

    /** The server has responded to a request: see {@link ResumableStream#onReachable()}. */
    void onReachable() {
        this.streams.values().forEach(ResumableStream::onReachable);
    }

    /** Fails all of them; exchanges that wait for their next attempt would not notice otherwise. */
    void end(Function<String, Throwable> failure) {
        this.streams.values().forEach(stream -> stream.end(failure.apply(stream.operation())));
    }

    @Override
    public @Nullable Class<?> typeOf(@Nullable JsonRpcId id) {
        ExchangeStream stream = (id != null) ? this.streams.get(id) : null;
        return (stream != null) ? stream.resultType() : null;
    }

    /** Passes on a response that arrived on another stream. Returns whether an exchange was waiting for it. */
    boolean answer(JsonRpcMessage message, boolean batched) {
        JsonRpcId id = message.answeredId();
        ExchangeStream stream = (id != null) ? this.streams.remove(id) : null;
        return stream != null && stream.onAnswerFromElsewhere(message, batched);
    }
}
