package io.mcpclient.internal.stdio;

import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Threads for work that blocks for a limited time: writing to pipes, starting and stopping processes. Shared by all servers. A
 * server that does not read never delays another, because each may have a thread of its own. Idle threads end soon.
 */
final class Workers {

    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private static final ThreadPoolExecutor POOL = new ThreadPoolExecutor(
            0, Integer.MAX_VALUE, 2, TimeUnit.SECONDS, new SynchronousQueue<>(), Workers::newThread);

    private Workers() {}

    private static Thread newThread(Runnable work) {
        Thread thread = new Thread(null, work, "mcp-stdio-worker-" + NUMBERS.incrementAndGet(), 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(Workers.class.getClassLoader());
        return thread;
    }

    static void execute(Runnable work) {
        POOL.execute(work);
    }
}
