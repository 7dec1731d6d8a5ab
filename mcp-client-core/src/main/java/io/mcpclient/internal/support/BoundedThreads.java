package io.mcpclient.internal.support;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;

/**
 * Creates executors of one client for one kind of work. They are bounded in threads and in queued tasks, and reject excess tasks.
 * Threads are daemons and end when they are idle.
 */
public final class BoundedThreads {

    private static final long IDLE_SECONDS = 2;

    private BoundedThreads() {}

    /**
     * Creates an executor. This is cheap: threads start with tasks.
     * @param name prefix of the names of the threads
     * @param threads maximum number of threads
     * @param maxWaiting maximum number of queued tasks
     * @param creation creates a thread with a name, for example {@code Thread::new}
     * @return the executor
     */
    public static ThreadPoolExecutor create(
            String name, int threads, int maxWaiting, BiFunction<Runnable, String, Thread> creation) {
        AtomicInteger count = new AtomicInteger();
        ThreadPoolExecutor executor = new ThreadPoolExecutor(
                threads, threads, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(maxWaiting), task -> {
                    Thread thread = creation.apply(task, name + "-" + count.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        executor.allowCoreThreadTimeOut(true);
        return executor;
    }
}
