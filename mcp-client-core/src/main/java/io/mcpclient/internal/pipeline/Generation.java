package io.mcpclient.internal.pipeline;

/**
 * Distinguishes calls begun before and after the client was disposed of, or the connection was lost: the outcome of earlier
 * calls says nothing about later ones. Thread-safe.
 */
final class Generation {

    private volatile int calls;

    private volatile int connection;

    int ofCalls() {
        return this.calls;
    }

    int ofConnection() {
        return this.connection;
    }

    synchronized void onDispose() {
        this.calls++;
    }

    synchronized void onLoss() {
        this.connection++;
    }
}
