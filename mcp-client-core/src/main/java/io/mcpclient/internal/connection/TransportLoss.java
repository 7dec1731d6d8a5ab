package io.mcpclient.internal.connection;

import org.jspecify.annotations.Nullable;

/**
 * The loss of a transport, once it is reported: during the attempts that a session is established in, or during the session.
 * The session needs nothing else of its attempts. Compared by identity. Thread-safe.
 */
final class TransportLoss {

    private volatile @Nullable Throwable cause;

    /** Records the loss; the first one counts. */
    synchronized void report(Throwable cause) {
        if (this.cause == null) {
            this.cause = cause;
        }
    }

    /** Returns the reason, or {@code null} if the transport is not lost. */
    @Nullable
    Throwable cause() {
        return this.cause;
    }
}
