package io.mcpclient.auth;

import io.mcpclient.store.InMemoryMcpStore;

/**
 * Keeps tokens as long as this process lives: those of {@value InMemoryMcpStore#DEFAULT_MAX_ENTRIES} users and servers by default,
 * beyond which users authorize again whose tokens were not used for the longest time. Never fails. Thread-safe.
 */
public final class InMemoryMcpTokenStore extends InMemoryMcpStore implements McpTokenStore {

    /** Creates a store without content. */
    public InMemoryMcpTokenStore() {}

    /**
     * Creates a store without content.
     * @param maxEntries number of values that it keeps, at least 1
     */
    public InMemoryMcpTokenStore(int maxEntries) {
        super(maxEntries);
    }
}
