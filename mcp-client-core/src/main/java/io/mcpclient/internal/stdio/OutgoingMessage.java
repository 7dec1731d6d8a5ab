package io.mcpclient.internal.stdio;

import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.MonoSink;

/** A message on its way to the server. */
final class OutgoingMessage {

    private final byte[] json;

    /**
     * The subscriber that waits for the message to be written; taken once, by the first thread that knows the outcome.
     */
    private final AtomicReference<@Nullable MonoSink<Void>> sink = new AtomicReference<>();

    private volatile boolean begun;

    /** The JSON has to be compact: a line break inside would end the message (STD-03). */
    OutgoingMessage(byte[] json) {
        this.json = json;
    }

    byte[] json() {
        return this.json;
    }

    void sink(MonoSink<Void> sink) {
        this.sink.set(sink);
    }

    void begin() {
        this.begun = true;
    }

    /** Whether the server may have received a part of the message. */
    boolean isBegun() {
        return this.begun;
    }

    void written() {
        MonoSink<Void> waiting = this.sink.getAndSet(null);
        if (waiting != null) {
            waiting.success();
        }
    }

    void fail(Throwable cause) {
        MonoSink<Void> waiting = this.sink.getAndSet(null);
        if (waiting != null) {
            waiting.error(cause);
        }
    }
}
