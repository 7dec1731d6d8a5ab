package io.mcpclient.support.store;

import java.time.InstantSource;

/** Version numbers of values, which increase with each new value. */
public final class Versions {

    private Versions() {}

    /**
     * Returns the version of the next value: greater than all known versions, and usually greater than unknown ones.
     * @param known the greatest known version, {@code 0} if there is none
     * @param clock the wall clock of the client
     * @return the version
     */
    public static long next(long known, InstantSource clock) {
        return Math.max(known + 1, clock.millis());
    }
}
