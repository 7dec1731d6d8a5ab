package io.mcpclient.internal.pipeline;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Distinguishes calls begun before and after the client was disposed of, or the connection was lost: the outcome of earlier
 * calls says nothing about later ones. Thread-safe.
 */
final class Generation {

    private final AtomicInteger calls = new AtomicInteger();

    private final AtomicInteger connection = new AtomicInteger();

    int ofCalls() {
        return this.calls.get();
    }

    int ofConnection() {
        return this.connection.get();
    }

    void onDispose() {
        this.calls.incrementAndGet();
    }

    void onLoss() {
        this.connection.incrementAndGet();
    }
}
