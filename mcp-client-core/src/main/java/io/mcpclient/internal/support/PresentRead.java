package io.mcpclient.internal.support;

import java.util.ArrayDeque;
import java.util.Queue;

import org.jspecify.annotations.Nullable;
import reactor.core.scheduler.Schedulers;

/**
 * Postpones tasks to the end of the present read from a connection: the messages that one read contains need one wake-up of
 * another thread, not one each. Postpones nothing on threads that may block, because they could wait for a postponed task.
 * Thread-safe: each thread has its own tasks.
 */
public final class PresentRead {

    private static final ThreadLocal<@Nullable Queue<Runnable>> POSTPONED = new ThreadLocal<>();

    private PresentRead() {}

    /**
     * Handles the bytes of one read, and then runs the tasks that were postponed.
     * @param read handles the bytes
     */
    public static void handle(Runnable read) {
        if (!Schedulers.isInNonBlockingThread() || POSTPONED.get() != null) {
            read.run();
            return;
        }
        Queue<Runnable> tasks = new ArrayDeque<>(2);
        POSTPONED.set(tasks);
        try {
            read.run();
        } finally {
            POSTPONED.remove();
            tasks.forEach(Runnable::run);
        }
    }

    /**
     * Runs a task at the end of the present read, immediately if there is none.
     * @param task the task, which must neither block nor fail
     */
    public static void atEnd(Runnable task) {
        Queue<Runnable> tasks = POSTPONED.get();
        if (tasks != null) {
            tasks.add(task);
        } else {
            task.run();
        }
    }
}
