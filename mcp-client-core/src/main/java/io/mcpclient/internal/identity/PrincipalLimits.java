package io.mcpclient.internal.identity;

import java.time.Duration;

/**
 * Limits on the sessions of principals.
 *
 * @param max maximum number of principals with a session, not counting the application
 * @param idle time for which an unused session is kept
 */
public record PrincipalLimits(int max, Duration idle) {

    /** A hundred sessions, ten minutes. */
    public static final PrincipalLimits DEFAULT = new PrincipalLimits(100, Duration.ofMinutes(10));
}
