package io.mcpclient.internal.inbound;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.scheduler.Scheduler;

/**
 * Runs tasks one after another, in order, on a thread that may block, and holds that thread only while there are tasks. Bounded
 * in number and weight: tasks beyond the limits are rejected, and so are tasks for which no thread is available. A task of any
 * weight is accepted if there is no other. Thread-safe.
 */
final class Mailbox {

    private static final Logger logger = LoggerFactory.getLogger(Mailbox.class);

    private final Scheduler scheduler;

    /** Heap of all queued messages, and of the one that is being handled. */
    private static final long MAX_WEIGHT = 1024 * 1024;

    private final int capacity;

    private final Queue<Weighed> waiting = new ArrayDeque<>(0);

    private boolean running;

    private long weight;

    private record Weighed(Runnable task, long weight) {}

    Mailbox(Scheduler scheduler, int capacity) {
        this.scheduler = scheduler;
        this.capacity = capacity;
    }

    /**
     * Adds a task. Never blocks.
     * @param task the task; its exceptions are logged
     * @param weight bytes of heap that the task retains
     * @return whether there was room for it
     */
    boolean offer(Runnable task, long weight) {
        return enqueue(new Weighed(task, weight), this.capacity, MAX_WEIGHT);
    }

    /** Adds a task that must not be lost, however many are queued. Runs it on the caller's thread if no other is available. */
    void add(Runnable task) {
        if (!enqueue(new Weighed(task, 0), Integer.MAX_VALUE, Long.MAX_VALUE)) {
            task.run();
        }
    }

    private boolean enqueue(Weighed task, int limit, long maxWeight) {
        synchronized (this.waiting) {
            if (this.waiting.size() >= limit || (this.weight > 0 && task.weight() > maxWeight - this.weight)) {
                return false;
            }
            this.waiting.add(task);
            this.weight += task.weight();
            if (this.running) {
                return true;
            }
            this.running = true;
        }
        try {
            this.scheduler.schedule(this::drain);
            return true;
        } catch (RejectedExecutionException ex) {
            synchronized (this.waiting) {
                this.running = false;
                boolean isLeft = this.waiting.remove(task);
                this.weight -= isLeft ? task.weight() : 0;
                return !isLeft;
            }
        }
    }

    private void drain() {
        for (Weighed next = next(null); next != null; next = next(next)) {
            try {
                next.task().run();
            } catch (RuntimeException ex) {
                logger.warn("A listener for messages of MCP servers failed", ex);
            }
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
