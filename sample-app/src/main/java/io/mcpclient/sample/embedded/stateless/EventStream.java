package io.mcpclient.sample.embedded.stateless;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;

import org.springframework.http.MediaType;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter.SseEventBuilder;

/** Messages for one request; the response is the last one. A disconnect cancels the request. Thread-safe. */
final class EventStream {

    private static final MediaType JSON = new MediaType("application", "json", StandardCharsets.UTF_8);

    private final SseEmitter emitter;

    private boolean over;

    /**
     * Creates a stream.
     * @param limit maximum duration, zero for no limit
     */
    EventStream(Duration limit) {
        this.emitter = new SseEmitter(limit.toMillis());
        this.emitter.onTimeout(this.emitter::complete);
    }

    SseEmitter emitter() {
        return this.emitter;
    }

    /** Sets the listener for the end of the stream, for any reason. */
    void onEnd(Runnable listener) {
        this.emitter.onCompletion(() -> {
            end();
            listener.run();
        });
    }

    /** Sends a message, unless the stream has ended. */
    void send(Map<String, Object> message) {
        write(SseEmitter.event().data(Json.text(message), JSON));
    }

    /** Sends a comment, to keep the stream open and to detect a disconnect. */
    void comment() {
        write(SseEmitter.event().comment(""));
    }

    /** Sends the response and ends the stream. */
    synchronized void last(Map<String, Object> message) {
        send(message);
        this.over = true;
        this.emitter.complete();
    }

    synchronized boolean isOver() {
        return this.over;
    }

    private synchronized void end() {
        this.over = true;
    }

    private synchronized void write(SseEventBuilder event) {
        if (this.over) {
            return;
        }
        try {
            this.emitter.send(event);
        } catch (IOException | IllegalStateException ex) {
            this.over = true; // disconnected; the emitter reports that itself
        }
    }
}
