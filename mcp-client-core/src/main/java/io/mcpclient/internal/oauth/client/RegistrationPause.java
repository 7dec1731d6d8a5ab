package io.mcpclient.internal.oauth.client;

import java.time.Duration;

/**
 * Pause before an authorization server is asked for a registration again: a minute, doubled each time, ten minutes at most.
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
     * @param times how many times in a row there was reason for a pause, one at least
     */
    static Duration after(int times) {
        Duration pause = FIRST.multipliedBy(1L << Math.min(times - 1, MAX_DOUBLINGS));
        return (pause.compareTo(LONGEST) < 0) ? pause : LONGEST;
    }
}
