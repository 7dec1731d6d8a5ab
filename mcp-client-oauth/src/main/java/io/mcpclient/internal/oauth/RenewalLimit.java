package io.mcpclient.internal.oauth;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleSupplier;

import org.jspecify.annotations.Nullable;

import io.mcpclient.error.McpException;

/**
 * Limits token requests without a user action behind each of them. Thread-safe.
 *
 * <pre>
 *  a code, to which a user has just consented    unlimited
 *  a code that a user enters on another device   unlimited: the authorization server sets the interval
 *  a refresh token                               two per minute
 *  anything else                                 three per minute: a first token, and two others
 *  a token that lived its expected lifetime      no longer counted: it was not rejected
 *  a permanently rejected refresh token          no longer counted: it is not used again
 *  a request that could not be sent              not counted
 *  after a failure of the server                 a pause of half a second, doubled up to 30 seconds, with jitter, until
 *                                                it responds
 * </pre>
 *
 * @see "fault H05"
 */
final class RenewalLimit {

    private static final Duration WINDOW = Duration.ofMinutes(1);

    private static final Set<String> OF_USERS = Set.of(GrantNames.AUTHORIZATION_CODE, GrantNames.DEVICE_CODE);

    private static final long FIRST_PAUSE_MILLIS = 500;

    private static final long LONGEST_PAUSE_MILLIS = 30_000;

    private static final int MAX_DOUBLINGS = 16;

    private final InstantSource clock;

    private final DoubleSupplier random;

    /** Times until which past requests count, the oldest first. */
    private final Map<String, Deque<Instant>> counted = new HashMap<>();

    private int failures;

    private @Nullable McpException failure;

    /** The error of the last request if the server has rejected it. */
    private @Nullable McpException rejection;

    private Instant openAgain = Instant.MIN;

    /**
     * Creates a limit.
     * @param random between 0 and 1
     */
    RenewalLimit(InstantSource clock, DoubleSupplier random) {
        this.clock = clock;
        this.random = random;
    }

    /**
     * The reason for holding back a request.
     *
     * @param again when the next request is permitted
     * @param failures number of consecutive failures of the server; {@code 0} if there were too many requests
     * @param failure the most recent of these failures, or the rejection of the last request; {@code null} if it succeeded
     */
    record Refusal(Instant again, int failures, @Nullable McpException failure) {}

    /**
     * Requests permission for one request, and counts it.
     * @param grantType its grant type
     * @return the refusal, or {@code null} if the request is permitted
     */
    synchronized @Nullable Refusal pass(String grantType) {
        if (OF_USERS.contains(grantType)) {
            return null;
        }
        Instant now = this.clock.instant();
        if (now.isBefore(this.openAgain)) {
            return new Refusal(this.openAgain, this.failures, this.failure);
        }
        Deque<Instant> ends = this.counted.computeIfAbsent(grantType, same -> new ArrayDeque<>());
        ends.removeIf(end -> !now.isBefore(end));
        if (ends.size() >= most(grantType)) {
            return new Refusal(Collections.min(ends), 0, this.rejection);
        }
        ends.addLast(now.plus(WINDOW));
        return null;
    }

    private static int most(String grantType) {
        return grantType.equals(GrantNames.REFRESH_TOKEN) ? 2 : 3;
    }

    /** Records a response of the server. */
    synchronized void answered() {
        this.failures = 0;
        this.failure = null;
        this.rejection = null;
        this.openAgain = Instant.MIN;
    }

    /** Records a token that does not have to be renewed before that time. */
    synchronized void answered(String grantType, Instant end) {
        answered();
        Deque<Instant> ends = this.counted.get(grantType);
        Instant last = (ends != null) ? ends.pollLast() : null;
        if (ends != null && last != null) {
            ends.addLast(end.isBefore(last) ? end : last);
        }
    }

    /** Records the rejection of a request: its error explains why further ones are held back. */
    synchronized void rejected(String grantType, McpException error) {
        answered();
        this.rejection = OF_USERS.contains(grantType) ? null : error;
    }

    /** Records that a request could not be sent, which needs no limit. */
    synchronized void notSent(String grantType) {
        uncount(grantType);
    }

    /** Records the rejection of a request that is not repeated. */
    synchronized void refusedForGood(String grantType) {
        answered();
        uncount(grantType);
    }

    private void uncount(String grantType) {
        Deque<Instant> ends = this.counted.get(grantType);
        if (ends != null) {
            ends.pollLast();
        }
    }

    /** Records an outage of the server. Such a request does not show that new tokens are rejected, so it is not counted. */
    synchronized void failed(String grantType, McpException error) {
        uncount(grantType);
        long pause = Math.min(FIRST_PAUSE_MILLIS << Math.min(this.failures, MAX_DOUBLINGS), LONGEST_PAUSE_MILLIS);
        this.failures++;
        this.failure = error;
        this.openAgain = this.clock.instant().plusMillis((long) (pause * (0.5 + this.random.getAsDouble() / 2)));
    }
}
