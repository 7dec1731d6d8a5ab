package io.mcpclient.sample.api;

import java.time.Duration;
import java.util.function.Consumer;

import org.springframework.http.codec.ServerSentEvent;
import reactor.core.publisher.BufferOverflowStrategy;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink;
import reactor.core.publisher.FluxSink.OverflowStrategy;

/** Streams of server-sent events. */
final class CallerEvents {

    /** A server detects a closed connection only when it writes. */
    private static final Flux<ServerSentEvent<Object>> HEARTBEATS = Flux.interval(Duration.ofSeconds(1))
            .onBackpressureDrop()
            .map(count ->
                    ServerSentEvent.<Object>builder().comment("still running").build());

    /** Maximum number of events that wait for a caller that reads slowly. */
    private static final int WAITING = 64;

    private CallerEvents() {}

    /**
     * Returns a stream whose source never waits for the caller: of events that the caller does not read in time, the oldest are
     * dropped.
     * @param source starts at the subscription, and sends events from any thread
     */
    static Flux<ServerSentEvent<Object>> of(Consumer<FluxSink<ServerSentEvent<Object>>> source) {
        return Flux.create(source, OverflowStrategy.IGNORE)
                .onBackpressureBuffer(WAITING, dropped -> {}, BufferOverflowStrategy.DROP_OLDEST)
                .publish(events -> Flux.merge(events, HEARTBEATS.takeUntilOther(events.ignoreElements())));
    }

    /** Returns an event with an object that is written as JSON, or with a text as it is. */
    static ServerSentEvent<Object> event(String name, Object data) {
        return ServerSentEvent.<Object>builder(data).event(name).build();
    }
}
