package io.mcpclient.protocol;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;

/**
 * Runs work, at most so much at once; so much more waits for its turn, and the rest is not taken. What a server starts here
 * can be as much as it likes: it costs no more than this. Work of any weight is taken if there is no other. Thread-safe.
 */
public final class Lane {

    private final int width;

    /** Heap of all that runs and waits. */
    private static final long MAX_WEIGHT = 4 * 1024 * 1024;

    private final int capacity;

    /** Guarded by this. */
    private final Deque<Place> waiting = new ArrayDeque<>();

    /** Guarded by this. */
    private int running;

    /** Guarded by this. */
    private long weight;

    /** Guarded by this. */
    private boolean closed;

    /** Work that ends at once must not start the next from within itself: a long queue would overflow the stack. */
    private final AtomicInteger drains = new AtomicInteger();

    /**
     * Creates a lane.
     * @param width how much work runs at once
     * @param queue how much more may wait
     */
    public Lane(int width, int queue) {
        this.width = width;
        this.capacity = width + queue;
    }

    /**
     * Starts work, or lets it wait.
     * @param work does not block
     * @param weight bytes of heap that the work keeps in use
     * @return stops the work or takes it out of the queue, without a sound; {@code null} if there is no room, or the lane is closed
     */
    public @Nullable Disposable offer(Mono<Void> work, long weight) {
        Place place = new Place(work, weight);
        synchronized (this) {
            boolean isTooHeavy = this.weight > 0 && weight > MAX_WEIGHT - this.weight;
            if (this.closed || isTooHeavy || this.running + this.waiting.size() >= this.capacity) {
                return null;
            }
            this.waiting.add(place);
            this.weight += weight;
        }
        drain();
        return place;
    }

    /**
     * Starts work that keeps nothing in use beyond what its caller does, or lets it wait.
     * @param work does not block
     * @return as {@link #offer(Mono, long)}
     */
    public @Nullable Disposable offer(Mono<Void> work) {
        return offer(work, 0);
    }

    private void drain() {
        if (this.drains.getAndIncrement() != 0) {
            return;
        }
        int missed = 1;
        while (missed != 0) {
            for (Place next = next(); next != null; next = next()) {
                next.start();
            }
            missed = this.drains.addAndGet(-missed);
        }
    }

    private synchronized @Nullable Place next() {
        if (this.running == this.width) {
            return null;
        }
        Place next = this.waiting.poll();
        if (next != null) {
            this.running++;
        }
        return next;
    }

    private void leave(Place place) {
        synchronized (this) {
            this.running--;
            this.weight -= place.weight;
        }
        drain();
    }

    /** Forgets what waits, and takes nothing more. What runs already is not stopped. */
    public synchronized void close() {
        this.closed = true;
        this.waiting.forEach(place -> this.weight -= place.weight);
        this.waiting.clear();
    }

    private synchronized boolean removeWaiting(Place place) {
        boolean isRemoved = this.waiting.remove(place);
        this.weight -= isRemoved ? place.weight : 0;
        return isRemoved;
    }

    private final class Place implements Disposable {

        private final Mono<Void> work;

        private final long weight;

        private final Disposable.Swap run = Disposables.swap();

        Place(Mono<Void> work, long weight) {
            this.work = work;
            this.weight = weight;
        }

        /** Disposed of in this very moment, the work is started and stopped again, so that it leaves in any case. */
        void start() {
            this.run.update(this.work.doFinally(signal -> leave(this)).subscribe(nothing -> {}, error -> {}));
        }

        @Override
        public void dispose() {
            if (!removeWaiting(this)) {
                this.run.dispose();
            }
        }
    }
}
