package io.mcpclient.internal.oauth.metadata;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

import reactor.core.publisher.Mono;

/**
 * What authorization servers said about themselves, for an hour. Who asks for one that is just being asked waits for its answer;
 * failures are not kept. Thread-safe.
 *
 * @see "fault H24"
 */
final class AuthorizationServerCache {

    private static final Duration TIME_TO_LIVE = Duration.ofHours(1);

    /** A server that names another one each time must not fill the memory. */
    private static final int MAX = 16;

    private final InstantSource clock;

    private final Map<String, Kept> kept = new HashMap<>();

    AuthorizationServerCache(InstantSource clock) {
        this.clock = clock;
    }

    private record Kept(Mono<AuthorizationServer> answer, Instant end) {}

    /**
     * Returns what is known under a name.
     * @param name name
     * @param question asks the authorization server
     * @return the answer, or its error
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
            // Kept apart from those who wait: one that gives up must not take the answer away from the others.
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
