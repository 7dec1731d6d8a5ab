package io.mcpclient.test;

import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;

import io.mcpclient.schema.CacheScope;
import io.mcpclient.schema.Implementation;
import io.mcpclient.status.McpEra;
import io.mcpclient.time.TimeSource;

/** Settings of a test server, which a reset leaves as they are. Each is independent of the others. */
final class ServerSettings {

    volatile Set<McpEra> eras = EnumSet.allOf(McpEra.class);

    volatile TimeSource time = TimeSource.system();

    private volatile Duration ttl = Duration.ZERO;

    private volatile CacheScope scope = CacheScope.PRIVATE;

    volatile ObservationRegistry observations = ObservationRegistry.NOOP;

    volatile Implementation info;

    private volatile @Nullable String instructions;

    /** The capabilities that a test declares, or {@code null} for all. */
    volatile @Nullable Map<String, Object> capabilities;

    /** Answers in place of the script. */
    volatile @Nullable Responder responder;

    ServerSettings(String name) {
        this.info = Implementation.of(name, "test");
    }

    void describe(Implementation info, @Nullable String instructions) {
        this.info = info;
        this.instructions = instructions;
    }

    void cacheFor(Duration ttl, CacheScope scope) {
        this.ttl = ttl;
        this.scope = scope;
    }

    boolean isModernOnly() {
        return this.eras.equals(Set.of(McpEra.MODERN));
    }

    /** Adds the instructions, if there are any. */
    Map<String, Object> withInstructions(Map<String, Object> result) {
        Map<String, Object> all = new LinkedHashMap<>(result);
        String text = this.instructions;
        if (text != null) {
            all.put("instructions", text);
        }
        return all;
    }

    /** Adds what a client of the stateless era may cache. */
    Map<String, Object> cacheable(Map<String, Object> result) {
        Map<String, Object> all = new LinkedHashMap<>(result);
        all.put("ttlMs", this.ttl.toMillis());
        all.put("cacheScope", this.scope);
        return all;
    }
}
