package io.mcpclient.protocol;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.scheduler.Scheduler;

/**
 * Runs tasks one after the other, in their order, on a thread that may block, and holds that thread only while there is
 * something to run. Bounded: what does not fit is refused, and so is what no thread can be had for. Thread-safe.
 */
final class Mailbox {

    private static final Logger logger = LoggerFactory.getLogger(Mailbox.class);

    private final Scheduler scheduler;

    private final int capacity;

    private final Queue<Runnable> waiting = new ArrayDeque<>();

    private boolean running;

    Mailbox(Scheduler scheduler, int capacity) {
        this.scheduler = scheduler;
        this.capacity = capacity;
    }

    /**
     * Adds a task. Never blocks.
     * @param task what to run; what it throws is logged
     * @return whether there was room for it
     */
    boolean offer(Runnable task) {
        return enqueue(task, this.capacity);
    }

    /** Adds a task that must not be lost, however many wait. Runs it here if no thread can be had. */
    void add(Runnable task) {
        if (!enqueue(task, Integer.MAX_VALUE)) {
            task.run();
        }
    }

    private boolean enqueue(Runnable task, int limit) {
        synchronized (this.waiting) {
            if (this.waiting.size() >= limit) {
                return false;
            }
            this.waiting.add(task);
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
                return !this.waiting.remove(task);
            }
        }
    }

    private void drain() {
        for (Runnable task = next(); task != null; task = next()) {
            try {
                task.run();
            } catch (RuntimeException ex) {
                logger.warn("A listener for messages of MCP servers failed", ex);
            }
        }
    }

    private @Nullable Runnable next() {
        synchronized (this.waiting) {
            Runnable task = this.waiting.poll();
            this.running = task != null;
            return task;
        }
    }
}
