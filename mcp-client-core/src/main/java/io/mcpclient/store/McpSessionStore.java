package io.mcpclient.store;

/**
 * Store for the sessions of clients at their servers and for the known tools. The contract is that of {@link McpStore}; the
 * separate type identifies the purpose of a bean.
 */
public interface McpSessionStore extends McpStore {}
