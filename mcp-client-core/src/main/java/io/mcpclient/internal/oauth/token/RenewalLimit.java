package io.mcpclient.internal.oauth.token;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.DoubleSupplier;

import org.jspecify.annotations.Nullable;

/**
 * How often an authorization server is asked without a user who does something each time. Thread-safe.
 *
 * <pre>
 *  a code, for which a user has just agreed   always
 *  a refresh token                            twice a minute
 *  anything else                              three times a minute: a first token, and two others
 *  a token that lived as long as it should    not counted any more, for it was not refused
 *  a refresh token that is refused for good   not counted any more, for it is not used again
 *  after a failure of the server              not before a pause of half a second, which doubles up to 30 seconds, with
 *                                             jitter, until an answer comes
 * </pre>
 *
 * @see "fault H05"
 */
final class RenewalLimit {

    private static final Duration WINDOW = Duration.ofMinutes(1);

    private static final String CODE = "authorization_code";

    private static final String REFRESH = "refresh_token";

    private static final long FIRST_PAUSE_MILLIS = 500;

    private static final long LONGEST_PAUSE_MILLIS = 30_000;

    private static final int MAX_DOUBLINGS = 16;

    private final InstantSource clock;

    private final DoubleSupplier random;

    /** Until when requests count that were let through, the oldest first. */
    private final Map<String, Deque<Instant>> counted = new HashMap<>();

    private int failures;

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
     * Why a request is not let through.
     *
     * @param again when one will be
     * @param failures how often the server has failed in a row; {@code 0} if there were too many requests
     */
    record Refusal(Instant again, int failures) {}

    /**
     * Asks for one request, and counts it.
     * @param grantType what it is
     * @return why not, or {@code null} for yes
     */
    synchronized @Nullable Refusal pass(String grantType) {
        if (grantType.equals(CODE)) {
            return null;
        }
        Instant now = this.clock.instant();
        if (now.isBefore(this.openAgain)) {
            return new Refusal(this.openAgain, this.failures);
        }
        Deque<Instant> ends = this.counted.computeIfAbsent(grantType, same -> new ArrayDeque<>());
        ends.removeIf(end -> !now.isBefore(end));
        if (ends.size() >= most(grantType)) {
            return new Refusal(Collections.min(ends), 0);
        }
        ends.addLast(now.plus(WINDOW));
        return null;
    }

    private static int most(String grantType) {
        return grantType.equals(REFRESH) ? 2 : 3;
    }

    /** The server has answered, be it with a refusal. */
    synchronized void answered() {
        this.failures = 0;
        this.openAgain = Instant.MIN;
    }

    /** The server has given a token that nobody has to renew before that time. */
    synchronized void answered(String grantType, Instant end) {
        answered();
        Deque<Instant> ends = this.counted.get(grantType);
        Instant last = (ends != null) ? ends.pollLast() : null;
        if (ends != null && last != null) {
            ends.addLast(end.isBefore(last) ? end : last);
        }
    }

    /** The server has refused a request that is not repeated. */
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

    /** The server was away, or out of order. Such a request says nothing about tokens that do not help, so it is not counted. */
    synchronized void failed(String grantType) {
        uncount(grantType);
        long pause = Math.min(FIRST_PAUSE_MILLIS << Math.min(this.failures, MAX_DOUBLINGS), LONGEST_PAUSE_MILLIS);
        this.failures++;
        this.openAgain = this.clock.instant().plusMillis((long) (pause * (0.5 + this.random.getAsDouble() / 2)));
    }
}
