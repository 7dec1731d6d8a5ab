package io.mcpclient.session;

import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import reactor.core.publisher.Mono;

import io.mcpclient.schema.Tool;
import io.mcpclient.store.Versions;

/**
 * The last known tools of one server, remembered so that they can be shown before it is connected to for the first time. They
 * only serve that: when it connects, its tools are listed anew. Thread-safe.
 *
 * @see "fault J13"
 */
public final class McpToolCatalogue {

    private final KeptValue kept;

    private final SessionFormat format;

    private final InstantSource clock;

    private final AtomicLong last = new AtomicLong();

    McpToolCatalogue(KeptValue kept, SessionFormat format, InstantSource clock) {
        this.kept = kept;
        this.format = format;
        this.clock = clock;
    }

    /**
     * Asks the store for the tools.
     * @return the tools in the order of the server, untrusted as from the server itself; empty if none are remembered or the
     *     store is not available; no error, and an end after the time for one use of the store at the latest
     */
    public Mono<List<Tool>> load() {
        return this.kept
                .load()
                .flatMap(reading -> Mono.justOrEmpty(reading.tools()))
                .onErrorComplete();
    }

    /**
     * Remembers tools, in the background. A catalogue of more than 256 KiB is not kept.
     * @param tools all tools of the server, in its order
     */
    public void keep(List<Tool> tools) {
        List<Tool> copy = List.copyOf(tools);
        long generation = this.last.updateAndGet(known -> Versions.next(known, this.clock));
        this.kept.put(generation, () -> this.format.write(generation, copy));
    }
}
