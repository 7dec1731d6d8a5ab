package io.mcpclient.store;

import java.time.InstantSource;

/** Numbers of values, which grow with each new one. */
public final class Versions {

    private Versions() {}

    /**
     * Returns the number of the next value: greater than all that are known, and in most cases than those that are not.
     * @param known the greatest number that is known, {@code 0} if none is
     * @param clock the wall clock of the client
     * @return the number
     */
    public static long next(long known, InstantSource clock) {
        return Math.max(known + 1, clock.millis());
    }
}
