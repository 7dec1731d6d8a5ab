package io.mcpclient.store;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Key-value store for the persistent state of clients; each value has a version and an expiry. The client creates, reads
 * and validates the values; a store need not understand them, and several instances of an application may share one.
 *
 * <p>Implementations are thread-safe and may block: they are called on dedicated threads, never within a call, and a
 * failure or a long delay does not affect calls. A store reports failures by throwing any {@link RuntimeException}. It must
 * not log the values.
 */
public interface McpStore {

    /**
     * Returns the current value of a key.
     * @param key printable ASCII, at most 200 characters
     * @return the value, or {@code null} if there is none or it has expired
     */
    @Nullable
    McpStoredValue load(String key);

    /**
     * Replaces the value of a key if its version is the expected one (compare-and-set). Of several concurrent callers, one
     * succeeds.
     * @param key printable ASCII, at most 200 characters
     * @param expectedVersion version of the current value; {@code 0} if there must be none; an expired value counts as none
     * @param value new value, with a greater version
     * @param timeToLive time until the value expires, positive
     * @return whether the value was replaced; otherwise nothing has changed
     */
    boolean replace(String key, long expectedVersion, McpStoredValue value, Duration timeToLive);

    /**
     * Removes the value of a key if its version is the expected one.
     * @param key printable ASCII, at most 200 characters
     * @param expectedVersion version of the current value
     * @return whether it was removed; otherwise nothing has changed
     */
    boolean remove(String key, long expectedVersion);
}
