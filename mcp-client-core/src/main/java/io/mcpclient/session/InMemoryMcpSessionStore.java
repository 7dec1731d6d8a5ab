package io.mcpclient.session;

import java.util.function.LongSupplier;

import io.mcpclient.store.InMemoryMcpStore;

/** Keeps what is remembered about servers as long as this process lives. Never blocks, never fails. Thread-safe. */
public final class InMemoryMcpSessionStore extends InMemoryMcpStore implements McpSessionStore {

    /** Creates a store without content. */
    public InMemoryMcpSessionStore() {}

    /** For tests: with a clock as {@link System#nanoTime} is one. */
    InMemoryMcpSessionStore(LongSupplier nanoTime) {
        super(nanoTime);
    }
}
