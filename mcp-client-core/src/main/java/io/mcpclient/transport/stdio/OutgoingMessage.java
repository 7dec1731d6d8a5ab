package io.mcpclient.transport.stdio;

import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.MonoSink;

/** One message on its way to the server. */
final class OutgoingMessage {

    private final byte[] json;

    /** Who waits for the message to be written; taken by the first who knows the end. */
    private final AtomicReference<@Nullable MonoSink<Void>> sink = new AtomicReference<>();

    private volatile boolean begun;

    /** The text has to be compact: its line ends are that of the message (STD-03). */
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

    /** Tells whether the server may have seen something of it. */
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
