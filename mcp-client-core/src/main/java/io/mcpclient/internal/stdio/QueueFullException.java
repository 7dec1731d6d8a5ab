package io.mcpclient.internal.stdio;

/** Signals that the queue of messages for the server is full. Never leaves the package. */
final class QueueFullException extends RuntimeException {

    QueueFullException() {
        super("queue full", null, false, false);
    }
}
