package io.mcpclient.internal.oauth;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * When tokens are renewed. Immutable; thread-safe.
 *
 * <pre>
 *  issued ─────────────── fresh ───────────────►│── due ──►│─ expired ─► expires
 *                              a fifth of the lifetime, │   ten seconds, but at most a tenth of the lifetime: for clock
 *                              more or less a quarter   │   differences, and the duration of a request
 *                              of that, by jitter       │
 *  a background renewal fails: the next one after 5 seconds, doubled each time up to a minute, with jitter
 * </pre>
 *
 * @see "AUTH-58; fault H24"
 */
final class TokenTimes {

    private static final long SKEW_MILLIS = 10_000;

    private static final int SKEW_PARTS = 10;

    private static final double AHEAD = 0.2;

    private static final double AHEAD_JITTER = 0.25;

    private static final long FIRST_PAUSE_MILLIS = 5_000;

    private static final long LONGEST_PAUSE_MILLIS = 60_000;

    private static final int MAX_DOUBLINGS = 8;

    /** How long renewable tokens, and those that may not expire, are stored without being renewed. */
    private static final Duration KEPT = Duration.ofDays(90);

    private final InstantSource clock;

    private final double jitter;

    /**
     * Creates the times of one client.
     * @param jitter from 0 to 1, so that instances that share tokens do not renew at the same moment
     */
    TokenTimes(InstantSource clock, double jitter) {
        this.clock = clock;
        this.jitter = jitter;
    }

    /** Called for each request: allocates nothing. */
    TokenSet.Age age(TokenSet tokens) {
        long end = tokens.expiresAt().toEpochMilli();
        long lifetime = end - tokens.issuedAt().toEpochMilli();
        long left = end - this.clock.millis();
        if (left <= Math.min(SKEW_MILLIS, lifetime / SKEW_PARTS)) {
            return TokenSet.Age.EXPIRED;
        }
        double ahead = AHEAD * (1 - AHEAD_JITTER + 2 * AHEAD_JITTER * this.jitter);
        return (left <= lifetime * ahead) ? TokenSet.Age.DUE : TokenSet.Age.FRESH;
    }

    /** Returns the earliest time at which an instance may find tokens to be due. */
    static Instant earliestRenewal(TokenSet tokens) {
        Duration lifetime = Duration.between(tokens.issuedAt(), tokens.expiresAt());
        return tokens.issuedAt().plusMillis((long) (lifetime.toMillis() * (1 - AHEAD * (1 + AHEAD_JITTER))));
    }

    /**
     * Returns when the next background renewal is permitted.
     * @param failures number of consecutive failures, at least one
     * @return milliseconds of the clock
     */
    long nextMillis(int failures) {
        long pause = Math.min(FIRST_PAUSE_MILLIS << Math.min(failures - 1, MAX_DOUBLINGS), LONGEST_PAUSE_MILLIS);
        return this.clock.millis() + (long) (pause * (0.5 + this.jitter / 2));
    }

    /** Returns how long tokens are stored. */
    Duration kept(TokenSet tokens) {
        Duration lifetime = Duration.between(tokens.issuedAt(), tokens.expiresAt());
        if (tokens.refreshToken() != null || lifetime.equals(TokenResponse.UNKNOWN_LIFETIME)) {
            return KEPT;
        }
        long left = tokens.expiresAt().toEpochMilli() - this.clock.millis();
        return Duration.ofMillis(Math.max(left, 1));
    }

    boolean isBefore(long millis) {
        return this.clock.millis() < millis;
    }
}
