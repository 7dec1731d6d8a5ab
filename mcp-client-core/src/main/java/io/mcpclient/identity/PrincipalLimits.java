package io.mcpclient.identity;

import java.time.Duration;

/**
 * How much principals may cost.
 *
 * @param max how many may have a session at once, that of the application left out
 * @param idle for how long a session is kept that is not used
 */
public record PrincipalLimits(int max, Duration idle) {

    /** A hundred, and ten minutes. */
    public static final PrincipalLimits DEFAULT = new PrincipalLimits(100, Duration.ofMinutes(10));
}
