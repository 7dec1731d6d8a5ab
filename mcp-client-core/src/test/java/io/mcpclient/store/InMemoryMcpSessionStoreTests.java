package io.mcpclient.store;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** The store in memory keeps the contract of all stores. */
class InMemoryMcpSessionStoreTests extends McpStoreContract {

    /** Begins near the end of its range, as {@link System#nanoTime} may. */
    private final AtomicLong nanoTime = new AtomicLong(Long.MAX_VALUE - 5);

    @Override
    protected McpSessionStore createStore() {
        return new InMemoryMcpSessionStore(this.nanoTime::get);
    }

    @Override
    protected void pass(Duration time) {
        this.nanoTime.addAndGet(time.toNanos());
    }
}
