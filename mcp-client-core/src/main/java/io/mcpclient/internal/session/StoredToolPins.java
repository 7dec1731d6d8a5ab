package io.mcpclient.internal.session;

import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

import reactor.core.publisher.Mono;

import io.mcpclient.support.store.Versions;

/**
 * Approved definitions of tools, stored so that changes during a downtime of the application are detected. Shared by all
 * instances, and kept longer than sessions. Thread-safe.
 */
public final class StoredToolPins {

    private final PersistedValue kept;

    private final SessionFormat format;

    private final InstantSource clock;

    private final AtomicLong last = new AtomicLong();

    StoredToolPins(PersistedValue kept, SessionFormat format, InstantSource clock) {
        this.kept = kept;
        this.format = format;
        this.clock = clock;
    }

    /**
     * Loads the pins from the store.
     * @return the pins by tool name; empty if none are stored; or an error if the store is unavailable
     */
    public Mono<Map<String, Map<String, String>>> load() {
        return this.kept.load().flatMap(reading -> Mono.justOrEmpty(reading.pins()));
    }

    /**
     * Stores pins in the background.
     * @param pins all pins by tool name
     */
    public void keep(Map<String, Map<String, String>> pins) {
        Map<String, Map<String, String>> copy = Map.copyOf(pins);
        long generation = this.last.updateAndGet(known -> Versions.next(known, this.clock));
        this.kept.put(generation, () -> this.format.write(generation, copy));
    }
}
