package io.mcpclient.internal.inbound;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;

import io.mcpclient.support.AbandonedWork;
import io.mcpclient.time.TimeSource;

/**
 * Bounded executor: runs at most a fixed number of tasks concurrently, queues a fixed number more, and rejects the rest. It
 * bounds the work that a server can cause. A task of any weight is accepted if there is no other. Tasks that wait while none
 * of the running ones ends, for example because all of them wait for a person, are rejected too. Thread-safe.
 */
public final class BoundedExecutor {

    /** Maximum time without progress of a queue of handlers: those at its head may wait for people, who take minutes. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final int width;

    /** Heap of all running and queued tasks. */
    private static final long MAX_WEIGHT = 4 * 1024 * 1024;

    private final int capacity;

    /** Measures the time without progress, {@code null} for no limit. */
    private final @Nullable TimeSource time;

    /** Guarded by this. */
    private final Deque<Place> waiting = new ArrayDeque<>(0);

    /** Guarded by this. */
    private int running;

    /** Guarded by this. */
    private long weight;

    /** Guarded by this. */
    private boolean closed;

    /** Number of tasks that have left the queue to run. Guarded by this. */
    private long started;

    /** Checks the progress of the queue while there is one. Guarded by this. */
    private @Nullable Disposable check;

    /** A task that ends immediately must not start the next from within itself: a long queue would overflow the stack. */
    private final AtomicInteger drains = new AtomicInteger();

    /**
     * Creates an executor.
     * @param width number of tasks that run concurrently
     * @param queue number of tasks that may be queued
     */
    public BoundedExecutor(int width, int queue) {
        this(width, queue, null);
    }

    private BoundedExecutor(int width, int queue, @Nullable TimeSource time) {
        this.width = width;
        this.capacity = width + queue;
        this.time = time;
    }

    /**
     * Creates an executor of handlers, which rejects queued tasks if none is started for 5 s.
     * @param width number of handlers that run concurrently
     * @param queue number of tasks that may be queued
     * @param time measures the time
     * @return the executor
     */
    public static BoundedExecutor ofHandlers(int width, int queue, TimeSource time) {
        return new BoundedExecutor(width, queue, time);
    }

    /**
     * Starts or queues a task.
     * @param work must not block
     * @param weight bytes of heap that the task retains
     * @param rejected called instead of the task if it waits in vain
     * @return stops the task or removes it from the queue, without a signal; {@code null} if there is no room, or the executor
     *     is closed
     */
    public @Nullable Disposable offer(Mono<Void> work, long weight, Runnable rejected) {
        Place place = new Place(work, weight, rejected);
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
     * Starts or queues a task that retains nothing beyond what its caller does.
     * @param work must not block
     * @return as {@link #offer(Mono, long, Runnable)}
     */
    public @Nullable Disposable offer(Mono<Void> work) {
        return offer(work, 0, () -> {});
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
            checkLater();
            return null;
        }
        Place next = this.waiting.poll();
        if (next != null) {
            this.running++;
            this.started++;
        }
        return next;
    }

    private synchronized void checkLater() {
        if (this.time != null && this.check == null && !this.waiting.isEmpty()) {
            long before = this.started;
            this.check = this.time.schedule(PATIENCE, () -> check(before));
        }
    }

    private void check(long before) {
        List<Place> rejected = List.of();
        synchronized (this) {
            this.check = null;
            if (this.started == before) {
                rejected = List.copyOf(this.waiting);
                removeAllWaiting();
            }
            checkLater();
        }
        rejected.forEach(place -> place.rejected.run());
    }

    private void removeAllWaiting() {
        this.waiting.forEach(place -> this.weight -= place.weight);
        this.waiting.clear();
    }

    private void leave(Place place) {
        synchronized (this) {
            this.running--;
            this.weight -= place.weight;
        }
        drain();
    }

    /** Drops queued tasks and rejects new ones. Running tasks are not stopped. */
    public synchronized void close() {
        this.closed = true;
        removeAllWaiting();
        if (this.check != null) {
            this.check.dispose();
            this.check = null;
        }
    }

    private synchronized boolean removeWaiting(Place place) {
        boolean isRemoved = this.waiting.remove(place);
        this.weight -= isRemoved ? place.weight : 0;
        return isRemoved;
    }

    private final class Place implements Disposable {

        private final Mono<Void> work;

        private final long weight;

        private final Runnable rejected;

        private final Disposable.Swap run = Disposables.swap();

        Place(Mono<Void> work, long weight, Runnable rejected) {
            this.work = work;
            this.weight = weight;
            this.rejected = rejected;
        }

        /**
         * If it is disposed concurrently, the task is started and stopped again, so that it leaves the executor in any case.
         */
        void start() {
            this.run.update(this.work
                    .doFinally(signal -> leave(this))
                    .subscribe(nothing -> {}, error -> {}, null, AbandonedWork.context()));
        }

        @Override
        public void dispose() {
            if (!removeWaiting(this)) {
                this.run.dispose();
            }
        }
    }
}
