package io.mcpclient.internal.session;

import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import reactor.core.publisher.Mono;

import io.mcpclient.schema.Tool;
import io.mcpclient.status.McpToolCatalogue;
import io.mcpclient.support.store.Versions;

/**
 * The stored tools of one server. Thread-safe.
 *
 * @see "fault J13"
 */
final class ToolCatalogue implements McpToolCatalogue {

    private final PersistedValue kept;

    private final SessionFormat format;

    private final InstantSource clock;

    private final AtomicLong last = new AtomicLong();

    ToolCatalogue(PersistedValue kept, SessionFormat format, InstantSource clock) {
        this.kept = kept;
        this.format = format;
        this.clock = clock;
    }

    @Override
    public Mono<List<Tool>> load() {
        return this.kept
                .load()
                .flatMap(reading -> Mono.justOrEmpty(reading.tools()))
                .onErrorComplete();
    }

    @Override
    public void keep(List<Tool> tools) {
        List<Tool> copy = List.copyOf(tools);
        long generation = this.last.updateAndGet(known -> Versions.next(known, this.clock));
        this.kept.put(generation, () -> this.format.write(generation, copy));
    }
}
