package io.mcpclient.internal.inbound;

import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.Supplier;

import reactor.core.Disposable;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.internal.support.BoundedThreads;
import io.mcpclient.internal.support.LazyPart;

/**
 * The threads on which one client runs work that may take time: listeners for messages of the server, the handlers of its
 * requests, validation against its schemas, and blocking interceptors. Each client has separate threads for each of the four, so
 * that a listener that never returns, or the validation of a hostile schema, takes no thread from anything else, and an interceptor
 * that waits for a call does not delay the handlers that the call needs. All are bounded, in threads and in queued tasks; excess tasks
 * are rejected. Threads are daemons and end when they are idle. Thread-safe.
 */
public final class InboundThreads implements Disposable {

    private static final int LISTENERS = 8;

    private static final int CHECKS = 2;

    /** Four times the default of {@code max-concurrent-requests}: a call occupies a thread until its end. */
    private static final int INTERCEPTORS = 256;

    private static final int MAX_WAITING = 1_000;

    private final LazyPart<All> all;

    private volatile boolean disposed;

    private record All(Scheduler listeners, Scheduler handlers, Scheduler checks, Scheduler interceptors)
            implements Disposable {

        @Override
        public void dispose() {
            this.listeners.dispose();
            this.handlers.dispose();
            this.checks.dispose();
            this.interceptors.dispose();
        }
    }

    private InboundThreads(Supplier<All> all) {
        this.all = new LazyPart<>(all);
    }

    private All all() {
        All all = this.all.get();
        if (this.disposed) {
            all.dispose(); // created too late for the other thread
        }
        return all;
    }

    /**
     * Creates the threads of one client.
     * @param serverName configured name of the server, for the names of the threads
     * @param maxHandlers handlers that run concurrently
     * @return the threads, to be disposed of together with the client
     */
    public static InboundThreads of(String serverName, int maxHandlers) {
        // Twice: a request of the server may run next to one that it sent as a task.
        return new InboundThreads(() -> new All(
                new LazyScheduler(() -> create("mcp-listener-" + serverName, LISTENERS)),
                new LazyScheduler(() -> create("mcp-request-" + serverName, 2 * maxHandlers)),
                new LazyScheduler(() -> create("mcp-schema-" + serverName, CHECKS)),
                new LazyScheduler(() -> create("mcp-interceptor-" + serverName, INTERCEPTORS))));
    }

    /**
     * Returns shared threads, for components that are used without a client.
     * @return the shared threads, which ignore disposal
     */
    static InboundThreads shared() {
        return new InboundThreads(() -> new All(
                Schedulers.boundedElastic(),
                Schedulers.boundedElastic(),
                Schedulers.boundedElastic(),
                Schedulers.boundedElastic()));
    }

    /** Not an elastic scheduler of Reactor: each of those keeps a thread to evict the others. */
    private static Scheduler create(String name, int threads) {
        ThreadPoolExecutor executor = BoundedThreads.create(name, threads, MAX_WAITING, Thread::new);
        return Schedulers.fromExecutorService(executor, name);
    }

    /**
     * Returns the scheduler of listeners.
     * @return the scheduler; rejects tasks beyond its limits
     */
    public Scheduler listeners() {
        return all().listeners();
    }

    /**
     * Returns the scheduler on which requests of the server are validated and handled.
     * @return the scheduler; rejects tasks beyond its limits
     */
    public Scheduler handlers() {
        return all().handlers();
    }

    /**
     * Returns the scheduler on which results are validated against schemas of the server. Validation is bounded in time, but
     * nothing interrupts it.
     * @return the scheduler; rejects tasks beyond its limits
     */
    public Scheduler checks() {
        return all().checks();
    }

    /**
     * Returns the scheduler of blocking interceptors.
     * @return the scheduler; rejects tasks beyond its limits
     */
    public Scheduler interceptors() {
        return all().interceptors();
    }

    /** Interrupts running tasks. */
    @Override
    public void dispose() {
        this.disposed = true;
        All present = this.all.present();
        if (present != null) {
            present.dispose();
        }
    }
}
