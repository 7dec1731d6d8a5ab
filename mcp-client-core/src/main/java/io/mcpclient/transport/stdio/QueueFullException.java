package io.mcpclient.transport.stdio;

/** Signals that more waits for the server to read than is allowed. Never leaves the package. */
final class QueueFullException extends RuntimeException {

    QueueFullException() {
        super("queue full", null, false, false);
    }
}
