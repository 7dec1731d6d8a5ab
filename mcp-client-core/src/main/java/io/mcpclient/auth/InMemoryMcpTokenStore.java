package io.mcpclient.auth;

import io.mcpclient.store.InMemoryMcpStore;

/**
 * Token store in memory. Tokens are lost when the process ends. Keeps the tokens of {@value
 * InMemoryMcpStore#DEFAULT_MAX_ENTRIES} users and servers by default; beyond that it evicts the least recently used
 * ones, whose users have to authorize again. Never fails. Thread-safe.
 */
public final class InMemoryMcpTokenStore extends InMemoryMcpStore implements McpTokenStore {

    /** Creates an empty store. */
    public InMemoryMcpTokenStore() {}

    /**
     * Creates an empty store.
     * @param maxEntries maximum number of values, at least 1
     */
    public InMemoryMcpTokenStore(int maxEntries) {
        super(maxEntries);
    }
}
