package io.mcpclient.store;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Keeps what clients remember about their servers: a value per key, each with a version and an end. Values are made, read
 * and checked by the client; a store need not understand them, and several instances of an application may share one.
 *
 * <p>Implementations are thread-safe and may block: they are called on threads that are there for it, never on the way of
 * a call, and a failure or a long silence costs a call nothing. A store fails by throwing any {@link RuntimeException}.
 * It must not log the values.
 *
 * @see "faults J01 to J15"
 */
public interface McpStore {

    /**
     * Returns the present value of a key.
     * @param key printable ASCII, at most 200 characters
     * @return the value, or {@code null} if there is none or its time is over
     */
    @Nullable
    McpStoredValue load(String key);

    /**
     * Replaces the value of a key, provided that it still is the one the caller knows. Of several callers at once, one
     * succeeds.
     * @param key printable ASCII, at most 200 characters
     * @param expectedVersion version of the present value; {@code 0} if there must be none, and one whose time is over is
     *     none
     * @param value new value, with a version greater than that
     * @param timeToLive how long it is to be kept from now on, positive
     * @return whether the value was replaced; if not, nothing has changed
     */
    boolean replace(String key, long expectedVersion, McpStoredValue value, Duration timeToLive);

    /**
     * Removes the value of a key, provided that it still is the one the caller knows.
     * @param key printable ASCII, at most 200 characters
     * @param expectedVersion version of the present value
     * @return whether it was removed; if not, nothing has changed
     */
    boolean remove(String key, long expectedVersion);
}
