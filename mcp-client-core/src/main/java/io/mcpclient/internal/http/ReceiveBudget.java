package io.mcpclient.internal.http;

import java.util.concurrent.atomic.AtomicLong;

import io.mcpclient.internal.support.ReceiveBudgetSpentException;

/**
 * Memory budget for the messages that a client is receiving from one server, across all calls and streams: a quarter of the
 * heap, at most 256 MiB, and at least twice the maximum message size. A message of any size fits while there is no other.
 * Messages of up to 64 KiB do not count. Thread-safe.
 *
 * @see "fault G06"
 */
final class ReceiveBudget {

    /** What a piece of a message costs besides its bytes, in time and memory: a chunk may consist of a single byte. */
    static final int PIECE_BYTES = 64;

    private static final int FREE = 64 * 1024;

    private static final long MOST = 256L * 1024 * 1024;

    private final long bytes;

    private final AtomicLong used = new AtomicLong();

    ReceiveBudget(long bytes) {
        this.bytes = bytes;
    }

    /** Returns the budget of a client in this JVM. */
    static ReceiveBudget of(int maxMessageSize) {
        long share = Math.min(Runtime.getRuntime().maxMemory() / 4, MOST);
        return new ReceiveBudget(Math.max(share, 2L * maxMessageSize));
    }

    Lease lease() {
        return new Lease();
    }

    /**
     * Share of one message while it is being received. Thread-safe: a cancellation closes it while bytes still arrive.
     */
    final class Lease {

        private long taken;

        private boolean closed;

        /**
         * Sets the total reservation. Has no effect once the lease is closed.
         * @param size bytes that are currently buffered
         * @throws ReceiveBudgetSpentException if other messages leave no room for it
         */
        synchronized void set(long size) {
            if (this.closed) {
                return;
            }
            long next = (size > FREE) ? size : 0;
            long difference = next - this.taken;
            if (difference == 0) {
                return;
            }
            this.taken = next;
            long all = ReceiveBudget.this.used.addAndGet(difference);
            if (difference > 0 && all > ReceiveBudget.this.bytes && all > next) {
                throw new ReceiveBudgetSpentException(ReceiveBudget.this.bytes);
            }
        }

        /** Releases the reservation. May be called twice. */
        synchronized void close() {
            this.closed = true;
            ReceiveBudget.this.used.addAndGet(-this.taken);
            this.taken = 0;
        }
    }
}
