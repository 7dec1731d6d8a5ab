package io.mcpclient.sample.api;

import java.io.IOException;
import java.time.Duration;

import org.springframework.http.MediaType;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter.SseEventBuilder;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

/** Sends events to one caller until the last one, and notices when the caller has disconnected. Thread-safe. */
final class EventSender {

    /** A server detects a closed connection only when it writes. */
    private static final Duration HEARTBEAT = Duration.ofSeconds(1);

    /** Longer than any call takes. */
    private static final Duration LIMIT = Duration.ofMinutes(15);

    private final SseEmitter emitter = new SseEmitter(LIMIT.toMillis());

    private boolean over;

    /**
     * Starts the stream.
     * @param onGone called when the caller has disconnected, and when the stream has ended
     * @return the response
     */
    SseEmitter start(Runnable onGone) {
        Disposable heartbeat = Flux.interval(HEARTBEAT, Schedulers.boundedElastic())
                .onBackpressureDrop()
                .subscribe(count -> send(SseEmitter.event().comment("still running")));
        this.emitter.onTimeout(onGone);
        this.emitter.onError(error -> onGone.run());
        this.emitter.onCompletion(() -> {
            heartbeat.dispose();
            onGone.run();
        });
        return this.emitter;
    }

    /** Sends an event with an object that is written as JSON; events after the last one are ignored. */
    void send(String name, Object data) {
        send(event(name).data(data, MediaType.APPLICATION_JSON));
    }

    /** Sends the last event. */
    synchronized void last(String name, Object data) {
        last(event(name).data(data, MediaType.APPLICATION_JSON));
    }

    /** Sends the last event, with data that is JSON already. */
    synchronized void lastJson(String name, String json) {
        last(event(name).data(json));
    }

    private void last(SseEventBuilder event) {
        send(event);
        this.over = true;
        this.emitter.complete();
    }

    private static SseEventBuilder event(String name) {
        return SseEmitter.event().name(name);
    }

    private synchronized void send(SseEventBuilder event) {
        if (this.over) {
            return;
        }
        try {
            this.emitter.send(event);
        } catch (IOException | IllegalStateException ex) {
            this.over = true; // the caller is gone; the emitter reports it
        }
    }
}
