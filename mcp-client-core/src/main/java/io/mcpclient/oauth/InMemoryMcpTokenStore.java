package io.mcpclient.oauth;

import io.mcpclient.store.InMemoryMcpStore;

/** Keeps tokens as long as this process lives. Never blocks, never fails. Thread-safe. */
public final class InMemoryMcpTokenStore extends InMemoryMcpStore implements McpTokenStore {}
