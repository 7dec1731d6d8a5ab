package io.mcpclient.protocol;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import reactor.core.Disposable;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * The threads on which one client runs what may take its time: listeners for what the server sends, the handlers of its
 * requests, and checks against its schemas. Each client has its own threads for each of the three, so that a listener that
 * never returns, or a check of a hostile schema, takes no thread from anything else. All are bounded, in threads and in
 * waiting tasks; what exceeds that is rejected. Threads are daemons and end when they are idle. Thread-safe.
 */
public final class InboundThreads implements Disposable {

    private static final int LISTENERS = 8;

    private static final int CHECKS = 2;

    private static final int MAX_WAITING = 1_000;

    private static final long IDLE_SECONDS = 2;

    private final Scheduler listeners;

    private final Scheduler handlers;

    private final Scheduler checks;

    private InboundThreads(Scheduler listeners, Scheduler handlers, Scheduler checks) {
        this.listeners = listeners;
        this.handlers = handlers;
        this.checks = checks;
    }

    /**
     * Creates the threads of one client.
     * @param serverName configured name of the server, for the names of the threads
     * @param maxHandlers handlers that run at once
     * @return the threads, to be disposed of together with the client
     */
    public static InboundThreads of(String serverName, int maxHandlers) {
        // Twice: a request of the server may run next to one that it sent as a task.
        return new InboundThreads(
                scheduler("mcp-listener-" + serverName, LISTENERS),
                scheduler("mcp-request-" + serverName, 2 * maxHandlers),
                scheduler("mcp-schema-" + serverName, CHECKS));
    }

    /**
     * Returns threads that everybody shares, for a part that is used without a client.
     * @return the shared threads, which stay when they are disposed of
     */
    static InboundThreads shared() {
        return new InboundThreads(
                Schedulers.boundedElastic(), Schedulers.boundedElastic(), Schedulers.boundedElastic());
    }

    /** No elastic scheduler of Reactor: each of those keeps a thread of its own to look after the others. */
    private static Scheduler scheduler(String name, int threads) {
        AtomicInteger count = new AtomicInteger();
        ThreadPoolExecutor executor = new ThreadPoolExecutor(
                threads, threads, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(MAX_WAITING), task -> {
                    Thread thread = new Thread(task, name + "-" + count.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        executor.allowCoreThreadTimeOut(true);
        return Schedulers.fromExecutorService(executor, name);
    }

    /**
     * Returns where listeners run.
     * @return the scheduler; rejects what exceeds its limits
     */
    public Scheduler listeners() {
        return this.listeners;
    }

    /**
     * Returns where requests of the server are checked and handled.
     * @return the scheduler; rejects what exceeds its limits
     */
    public Scheduler handlers() {
        return this.handlers;
    }

    /**
     * Returns where results are held against schemas of the server. A check takes a bounded time, but nothing interrupts it.
     * @return the scheduler; rejects what exceeds its limits
     */
    public Scheduler checks() {
        return this.checks;
    }

    /** Interrupts what still runs. */
    @Override
    public void dispose() {
        this.listeners.dispose();
        this.handlers.dispose();
        this.checks.dispose();
    }
}
