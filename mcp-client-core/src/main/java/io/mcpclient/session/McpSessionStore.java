package io.mcpclient.session;

import io.mcpclient.store.McpStore;

/**
 * Keeps what clients remember about their servers: the sessions they have there, and the tools they have seen. The contract
 * is that of every store; the type tells what a bean is for.
 *
 * @see "faults J01 to J15"
 */
public interface McpSessionStore extends McpStore {}
