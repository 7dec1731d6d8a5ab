package io.mcpclient.oauth.access;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What was asked for so far, so that users are not asked for the same thing again and again. Forgotten after a while, since
 * people change their minds. Thread-safe.
 *
 * @see "AUTH-47 to AUTH-49; fault H06"
 */
final class StepUps {

    /** For one operation that is refused for the same scopes. */
    static final int MOST = 2;

    private static final Duration MEMORY = Duration.ofMinutes(10);

    private static final int MAX_KEYS = 256;

    private final InstantSource clock;

    private final Set<String> asked = new LinkedHashSet<>();

    private final Map<Wish, Integer> counts = new HashMap<>();

    private Instant since = Instant.MIN;

    private record Wish(String operation, Set<String> scopes) {}

    StepUps(InstantSource clock) {
        this.clock = clock;
    }

    /** Remembers what is asked for, instead of what was asked for so far. */
    synchronized void startOver(Collection<String> scopes) {
        this.asked.clear();
        ask(scopes);
    }

    /** Remembers what is asked for. */
    synchronized void ask(Collection<String> scopes) {
        forgetOld();
        this.asked.addAll(scopes);
    }

    /** Returns what was asked for so far. */
    synchronized Set<String> asked() {
        forgetOld();
        return new LinkedHashSet<>(this.asked);
    }

    /**
     * Counts one more attempt.
     * @return whether there have not been too many for this operation and these scopes
     */
    synchronized boolean tryOnce(String operation, List<String> scopes) {
        forgetOld();
        Wish wish = new Wish(operation, new TreeSet<>(scopes));
        if (this.counts.size() >= MAX_KEYS && !this.counts.containsKey(wish)) {
            return false; // a server that thinks up new scopes without end
        }
        return this.counts.merge(wish, 1, Integer::sum) <= MOST;
    }

    private void forgetOld() {
        Instant now = this.clock.instant();
        if (this.since.isBefore(now.minus(MEMORY))) {
            this.asked.clear();
            this.counts.clear();
            this.since = now;
        }
    }
}
