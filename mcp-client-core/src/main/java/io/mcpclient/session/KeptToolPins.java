package io.mcpclient.session;

import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

import reactor.core.publisher.Mono;

import io.mcpclient.store.Versions;

/**
 * Which definitions of tools were approved, remembered so that a change is noticed that happened while the application was down.
 * The same for all instances, and for longer than sessions are kept. Thread-safe.
 *
 * @see "faults I02, J13"
 */
public final class KeptToolPins {

    private final KeptValue kept;

    private final SessionFormat format;

    private final InstantSource clock;

    private final AtomicLong last = new AtomicLong();

    KeptToolPins(KeptValue kept, SessionFormat format, InstantSource clock) {
        this.kept = kept;
        this.format = format;
        this.clock = clock;
    }

    /**
     * Asks the store for the pins.
     * @return the pins by the name of the tool; empty if none are remembered; or an error if the store is not available
     */
    public Mono<Map<String, Map<String, String>>> load() {
        return this.kept.load().flatMap(reading -> Mono.justOrEmpty(reading.pins()));
    }

    /**
     * Remembers pins, in the background.
     * @param pins by the name of the tool, all of them
     */
    public void keep(Map<String, Map<String, String>> pins) {
        Map<String, Map<String, String>> copy = Map.copyOf(pins);
        long generation = this.last.updateAndGet(known -> Versions.next(known, this.clock));
        this.kept.put(generation, () -> this.format.write(generation, copy));
    }
}
