package io.mcpclient.internal.oauth.access;

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

    /** Token that all of that was asked for. Whoever still has an older one has not asked for it. */
    private String token = "";

    private final Map<Wish, Integer> counts = new HashMap<>();

    private Instant since = Instant.MIN;

    private record Wish(String operation, Set<String> scopes) {}

    StepUps(InstantSource clock) {
        this.clock = clock;
    }

    /** Remembers what was asked for when a token was obtained. */
    synchronized void obtained(String accessToken, Collection<String> scopes) {
        forgetOld();
        this.asked.clear();
        this.asked.addAll(scopes);
        this.token = accessToken;
    }

    /** A token that takes the place of another one stands for the same wishes. */
    synchronized void refreshed(String before, String accessToken) {
        if (this.token.equals(before)) {
            this.token = accessToken;
        }
    }

    /** Returns what was asked for when a token was obtained, whether it was granted or not; empty if that is not known. */
    synchronized Set<String> asked(String accessToken) {
        forgetOld();
        return this.token.equals(accessToken) ? new LinkedHashSet<>(this.asked) : new LinkedHashSet<>();
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
