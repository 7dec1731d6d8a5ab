package io.mcpclient.store;

import java.util.function.LongSupplier;

/** In-memory session store; its content is lost when the process ends. Never blocks, never fails. Thread-safe. */
public final class InMemoryMcpSessionStore extends InMemoryMcpStore implements McpSessionStore {

    /** Creates an empty store. */
    public InMemoryMcpSessionStore() {}

    /** For tests: with a clock like {@link System#nanoTime}. */
    InMemoryMcpSessionStore(LongSupplier nanoTime) {
        super(nanoTime);
    }
}
