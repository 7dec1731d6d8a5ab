package io.mcpclient.resilience;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * A number of places and a bounded queue in front of them, first come, first served. Nobody waits in a thread: who gets a
 * place later is told, by the thread that has freed it. Thread-safe, without locks.
 *
 * @param <W> type of those who wait
 */
final class ConcurrencyLimit<W extends ConcurrencyLimit.Waiter> {

    private final int places;

    private final int maxWaiting;

    private final AtomicInteger free;

    /** In the queue, or about to be. */
    private final AtomicInteger waiting = new AtomicInteger();

    private final Queue<W> queue = new ConcurrentLinkedQueue<>();

    private final AtomicInteger draining = new AtomicInteger();

    ConcurrencyLimit(int places, int maxWaiting) {
        this.places = places;
        this.maxWaiting = maxWaiting;
        this.free = new AtomicInteger(places);
    }

    /** One who waits for a place. */
    @FunctionalInterface
    interface Waiter {

        /**
         * Gives a place to the waiter.
         * @return whether it takes it; if so, it has to {@link ConcurrencyLimit#release()} it
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

    /** Takes a place if there is one that nobody waits for. */
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

    /** Queues up; returns {@code false} if too many do so already. The waiter may be started before this returns. */
    boolean enqueue(W waiter) {
        if (this.waiting.incrementAndGet() > this.maxWaiting) {
            this.waiting.decrementAndGet();
            return false;
        }
        this.queue.add(waiter);
        drain(); // a place that was freed since it was looked for
        return true;
    }

    /** Leaves the queue; returns whether the waiter was in it. */
    boolean leave(W waiter) {
        boolean left = this.queue.remove(waiter);
        if (left) {
            this.waiting.decrementAndGet();
        }
        return left;
    }

    /** One thread at a time hands out places, in a loop: calls that end at once would else pile up on its stack. */
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

    /** Starting may end in code of a caller: what that throws must not cost the others their turn. */
    private static boolean isStarted(Waiter waiter) {
        try {
            return waiter.start();
        } catch (RuntimeException ex) {
            Operators.onErrorDropped(ex, Context.empty());
            return true; // it has taken the place, and gives it back in whatever way it ends
        }
    }

    /** Returns those in the queue, in their order. */
    List<W> waiters() {
        return List.copyOf(this.queue);
    }
}
