package io.mcpclient.internal.oauth.client;

import java.time.Duration;

/**
 * Pause before the next registration request to an authorization server: one minute, doubled each time, at most ten.
 *
 * @see "fault H19"
 */
final class RegistrationPause {

    static final Duration FIRST = Duration.ofMinutes(1);

    static final Duration LONGEST = Duration.ofMinutes(10);

    private static final int MAX_DOUBLINGS = 4;

    private RegistrationPause() {}

    /**
     * Returns the pause.
     * @param times number of consecutive failures, at least one
     */
    static Duration after(int times) {
        Duration pause = FIRST.multipliedBy(1L << Math.min(times - 1, MAX_DOUBLINGS));
        return (pause.compareTo(LONGEST) < 0) ? pause : LONGEST;
    }
}
