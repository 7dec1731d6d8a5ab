package io.mcpclient.auth;

import io.mcpclient.store.McpStore;

/**
 * Stores tokens, and the registrations that they were obtained with. The contract is that of {@link McpStore}; the separate
 * type distinguishes the beans. Its values are credentials: anyone who can read them can use them, unless they are encrypted.
 */
public interface McpTokenStore extends McpStore {}
