package io.mcpclient.apps;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.ArrayBlockingQueue;

import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;

import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonRpcMessage;

/** The messages for one view, in order, in a bounded queue until the front end takes them. Thread-safe. */
final class ViewOutbox {

    private final JsonCodec codec;

    private final Sinks.Many<String> sink;

    ViewOutbox(JsonCodec codec, int maxQueue) {
        this.codec = codec;
        this.sink = Sinks.many().unicast().onBackpressureBuffer(new ArrayBlockingQueue<>(maxQueue));
    }

    Flux<String> messages() {
        return this.sink.asFlux();
    }

    /** Returns whether the message was queued; otherwise the front end does not keep up, or is gone. */
    synchronized boolean emit(JsonRpcMessage message) {
        String text = new String(this.codec.encode(message), StandardCharsets.UTF_8);
        return this.sink.tryEmitNext(text).isSuccess();
    }

    synchronized void complete() {
        this.sink.tryEmitComplete();
    }
}
