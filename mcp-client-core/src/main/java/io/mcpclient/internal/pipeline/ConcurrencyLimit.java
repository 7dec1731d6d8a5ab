package io.mcpclient.internal.pipeline;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * Semaphore with a bounded FIFO queue. Nothing blocks a thread: a waiter that gets a permit later is started by the thread that
 * released it. Thread-safe, without locks.
 *
 * @param <W> type of the waiters
 */
final class ConcurrencyLimit<W extends ConcurrencyLimit.Waiter> {

    private final int places;

    private final int maxWaiting;

    private final AtomicInteger free;

    /** Number of waiters in the queue, or about to be. */
    private final AtomicInteger waiting = new AtomicInteger();

    private final Queue<W> queue = new ConcurrentLinkedQueue<>();

    private final AtomicInteger draining = new AtomicInteger();

    ConcurrencyLimit(int places, int maxWaiting) {
        this.places = places;
        this.maxWaiting = maxWaiting;
        this.free = new AtomicInteger(places);
    }

    /** A waiter for a permit. */
    @FunctionalInterface
    interface Waiter {

        /**
         * Offers a permit to the waiter.
         * @return whether the waiter accepts it; if so, it must {@link ConcurrencyLimit#release()} it
         */
        boolean start();
    }

    int places() {
        return this.places;
    }

    int running() {
        return this.places - this.free.get();
    }

    int waiting() {
        return this.waiting.get();
    }

    /** Acquires a permit if there is one and the queue is empty. */
    boolean tryAcquire() {
        return this.waiting.get() == 0 && take();
    }

    private boolean take() {
        int now = this.free.get();
        while (now > 0) {
            if (this.free.compareAndSet(now, now - 1)) {
                return true;
            }
            now = this.free.get();
        }
        return false;
    }

    void release() {
        this.free.incrementAndGet();
        if (this.waiting.get() > 0) {
            drain();
        }
    }

    /** Queues a waiter; returns {@code false} if the queue is full. The waiter may be started before this returns. */
    boolean enqueue(W waiter) {
        if (this.waiting.incrementAndGet() > this.maxWaiting) {
            this.waiting.decrementAndGet();
            return false;
        }
        this.queue.add(waiter);
        drain(); // a permit may have been released since the check
        return true;
    }

    /** Removes a waiter from the queue; returns whether it was there. */
    boolean leave(W waiter) {
        boolean left = this.queue.remove(waiter);
        if (left) {
            this.waiting.decrementAndGet();
        }
        return left;
    }

    /** One thread at a time hands out permits, in a loop: calls that end immediately would otherwise pile up on its stack. */
    private void drain() {
        if (this.draining.getAndIncrement() != 0) {
            return;
        }
        int missed = 1;
        do {
            while (!this.queue.isEmpty() && take()) {
                W next = this.queue.poll();
                if (next == null) {
                    this.free.incrementAndGet();
                    break;
                }
                this.waiting.decrementAndGet();
                if (!isStarted(next)) {
                    this.free.incrementAndGet();
                }
            }
            missed = this.draining.addAndGet(-missed);
        } while (missed != 0);
    }

    /** Starting may run code of a caller; an exception or error there must not cost the others their turn. */
    private static boolean isStarted(Waiter waiter) {
        try {
            return waiter.start();
        } catch (Throwable ex) {
            Operators.onErrorDropped(ex, Context.empty());
            return true; // it has the permit, and releases it however it ends
        }
    }

    /** Returns the waiters in the order of the queue. */
    List<W> waiters() {
        return List.copyOf(this.queue);
    }
}
