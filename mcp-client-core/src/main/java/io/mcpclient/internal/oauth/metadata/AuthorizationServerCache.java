package io.mcpclient.internal.oauth.metadata;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

import reactor.core.publisher.Mono;

/**
 * Caches the metadata of authorization servers for an hour. Concurrent callers share one request; failures are not cached.
 * Thread-safe.
 *
 * @see "fault H24"
 */
final class AuthorizationServerCache {

    private static final Duration TIME_TO_LIVE = Duration.ofHours(1);

    /** Bounds the memory if a server names another one each time. */
    private static final int MAX = 16;

    private final InstantSource clock;

    private final Map<String, Kept> kept = new HashMap<>();

    AuthorizationServerCache(InstantSource clock) {
        this.clock = clock;
    }

    private record Kept(Mono<AuthorizationServer> answer, Instant end) {}

    /**
     * Returns the metadata cached under a name, or requests it.
     * @param name name
     * @param question sends the request
     * @return the metadata, or the error of the request
     */
    Mono<AuthorizationServer> get(String name, Supplier<Mono<AuthorizationServer>> question) {
        return Mono.defer(() -> join(name, question));
    }

    private synchronized Mono<AuthorizationServer> join(String name, Supplier<Mono<AuthorizationServer>> question) {
        Instant now = this.clock.instant();
        Kept present = this.kept.get(name);
        if (present == null || !now.isBefore(present.end())) {
            if (this.kept.size() >= MAX) {
                this.kept.clear();
            }
            // Independent of the callers: one that cancels must not take the result away from the others.
            Mono<AuthorizationServer> answer =
                    Mono.defer(question).doOnError(error -> forget(name)).cache();
            present = new Kept(answer, now.plus(TIME_TO_LIVE));
            this.kept.put(name, present);
        }
        return present.answer();
    }

    private synchronized void forget(String name) {
        this.kept.remove(name);
    }
}
