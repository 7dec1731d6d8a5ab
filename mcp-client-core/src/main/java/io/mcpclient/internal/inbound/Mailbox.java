package io.mcpclient.internal.inbound;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;

import org.jspecify.annotations.Nullable;
import reactor.core.scheduler.Scheduler;

import io.mcpclient.internal.support.PresentRead;

/**
 * Runs tasks one after another, in order, on a thread that may block, and holds that thread only while there are tasks. Bounded
 * in number and weight: tasks beyond the limits are rejected, and so are tasks for which no thread is available. A task of any
 * weight is accepted if there is no other. Thread-safe.
 */
final class Mailbox {

    private final Scheduler scheduler;

    /** Heap of all queued messages, and of the one that is being handled. */
    private static final long MAX_WEIGHT = 1024 * 1024;

    private final int capacity;

    private final Queue<Weighed> waiting = new ArrayDeque<>(0);

    private boolean running;

    private long weight;

    private final Runnable onOverflow;

    /** {@code onRejected} replaces the task if no thread is available. */
    private record Weighed(Runnable task, long weight, Runnable onRejected) {}

    /**
     * Creates an empty mailbox.
     * @param scheduler threads that may block
     * @param capacity maximum number of queued tasks
     * @param onOverflow called for each rejected task, unless the scheduler is disposed, as that of a closed client; must not block
     */
    Mailbox(Scheduler scheduler, int capacity, Runnable onOverflow) {
        this.scheduler = scheduler;
        this.capacity = capacity;
        this.onOverflow = () -> {
            if (!scheduler.isDisposed()) {
                onOverflow.run();
            }
        };
    }

    /**
     * Adds a task. Never blocks.
     * @param task the task, must not throw
     * @param weight bytes of heap that the task retains
     */
    void offer(Runnable task, long weight) {
        boolean fits;
        boolean isFirst;
        synchronized (this.waiting) {
            fits = this.waiting.size() < this.capacity && (this.weight == 0 || weight <= MAX_WEIGHT - this.weight);
            isFirst = fits && !this.running;
            if (fits) {
                this.waiting.add(new Weighed(task, weight, this.onOverflow));
                this.weight += weight;
                this.running = true;
            }
        }
        if (!fits) {
            this.onOverflow.run();
        } else if (isFirst) {
            PresentRead.atEnd(this::start);
        }
    }

    /**
     * Runs a task that must not be lost after all others, however many are queued. Runs it on the caller's thread if there are no
     * others, which saves a change of threads, or if no thread is available.
     */
    void last(Runnable task) {
        synchronized (this.waiting) {
            if (this.running) {
                this.waiting.add(new Weighed(task, 0, task));
                return;
            }
        }
        task.run();
    }

    private void start() {
        try {
            this.scheduler.schedule(this::drain);
        } catch (RejectedExecutionException ex) {
            for (Weighed next = next(null); next != null; next = next(next)) {
                next.onRejected().run();
            }
        }
    }

    private void drain() {
        for (Weighed next = next(null); next != null; next = next(next)) {
            next.task().run();
        }
    }

    private @Nullable Weighed next(@Nullable Weighed done) {
        synchronized (this.waiting) {
            this.weight -= (done != null) ? done.weight() : 0;
            Weighed task = this.waiting.poll();
            this.running = task != null;
            return task;
        }
    }
}
