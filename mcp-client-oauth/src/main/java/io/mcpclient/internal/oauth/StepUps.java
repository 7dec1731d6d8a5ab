package io.mcpclient.internal.oauth;

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
 * The scopes requested so far, to avoid prompting users repeatedly for the same scopes. Entries expire, since users may
 * change their minds. Thread-safe.
 *
 * @see "AUTH-47 to AUTH-49; fault H06"
 */
final class StepUps {

    /** Limit for one operation that is rejected for the same scopes. */
    static final int MOST = 2;

    private static final Duration MEMORY = Duration.ofMinutes(10);

    private static final int MAX_KEYS = 256;

    private final InstantSource clock;

    private final Set<String> asked = new LinkedHashSet<>();

    /** The token that the scopes were requested with. Callers with an older token have not requested them. */
    private String token = "";

    private final Map<StepUp, Integer> counts = new HashMap<>();

    private Instant since = Instant.MIN;

    private record StepUp(String operation, Set<String> scopes) {}

    StepUps(InstantSource clock) {
        this.clock = clock;
    }

    /** Stores the scopes that were requested when a token was obtained. */
    synchronized void obtained(String accessToken, Collection<String> scopes) {
        removeOld();
        this.asked.clear();
        this.asked.addAll(scopes);
        this.token = accessToken;
    }

    /** A refreshed token represents the same requested scopes. */
    synchronized void refreshed(String before, String accessToken) {
        if (this.token.equals(before)) {
            this.token = accessToken;
        }
    }

    /** Returns the scopes requested when a token was obtained, granted or not; empty if unknown. */
    synchronized Set<String> asked(String accessToken) {
        removeOld();
        return this.token.equals(accessToken) ? new LinkedHashSet<>(this.asked) : new LinkedHashSet<>();
    }

    /**
     * Counts one more attempt.
     * @return whether the attempts for this operation and these scopes are within the limit
     */
    synchronized boolean tryOnce(String operation, List<String> scopes) {
        removeOld();
        StepUp stepUp = new StepUp(operation, new TreeSet<>(scopes));
        if (this.counts.size() >= MAX_KEYS && !this.counts.containsKey(stepUp)) {
            return false; // the server keeps requiring new scopes
        }
        return this.counts.merge(stepUp, 1, Integer::sum) <= MOST;
    }

    private void removeOld() {
        Instant now = this.clock.instant();
        if (this.since.isBefore(now.minus(MEMORY))) {
            this.asked.clear();
            this.counts.clear();
            this.since = now;
        }
    }
}
