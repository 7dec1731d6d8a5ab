package io.mcpclient.support.store;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.store.McpStore;
import io.mcpclient.store.McpStoreStatus;
import io.mcpclient.support.Loggers;
import io.mcpclient.time.TimeSource;

/**
 * Access of one client to its store, which may block, fail, or hang. Operations run sequentially on dedicated threads;
 * callers wait no longer than the configured timeout, half a second by default. An operation that takes longer is abandoned
 * and blocks the following ones until it ends, so a client never occupies more than one thread in the store. Thread-safe.
 */
public final class StoreAccess {

    private static final Logger logger = Loggers.STORE;

    /** Factor for the first operation, which may have to open connections. */
    private static final int PATIENCE_AT_FIRST = 4;

    private static final int MAX_THREADS = 8;

    private static final int MAX_WAITING_FOR_THREADS = 100_000;

    /**
     * Separate from the threads of handlers and listeners: a hanging store must not occupy those, regardless of the number
     * of clients. The threads end after being idle for half a minute, and do not prevent the JVM from exiting.
     */
    private static final class Threads {

        private static final Scheduler SCHEDULER =
                Schedulers.newBoundedElastic(MAX_THREADS, MAX_WAITING_FOR_THREADS, "mcp-store", 30, true);
    }

    private final String serverName;

    private final String what;

    private final String harm;

    private final McpStore store;

    private final Duration timeout;

    private final TimeSource time;

    /** Whether the store has ever responded. */
    private volatile boolean known;

    private final Deque<Use<?>> waiting = new ArrayDeque<>();

    private boolean busy;

    private volatile McpStoreStatus status;

    /**
     * Creates the access for one client without using the store.
     * @param serverName configured name of the server, for messages
     * @param what name of the store in messages, such as "session store"
     * @param harm consequence of a failure, for a message; calls are not affected
     * @param store the store
     * @param timeout timeout of one operation
     * @param time time source of the client
     */
    public StoreAccess(String serverName, String what, String harm, McpStore store, Duration timeout, TimeSource time) {
        this.serverName = serverName;
        this.what = what;
        this.harm = harm;
        this.store = store;
        this.timeout = timeout;
        this.time = time;
        this.status = new McpStoreStatus(true, null, time.instant(), 0);
    }

    /**
     * Returns the time source of the client.
     * @return its clocks and timers
     */
    public TimeSource time() {
        return this.time;
    }

    /**
     * Returns the time limit of an operation, including the time in the queue.
     * @return the timeout; four times the timeout until the store responds for the first time
     */
    public Duration limit() {
        return this.known ? this.timeout : this.timeout.multipliedBy(PATIENCE_AT_FIRST);
    }

    /**
     * Returns the server that this access belongs to.
     * @return configured name of the server
     */
    public String serverName() {
        return this.serverName;
    }

    /**
     * Returns the status of the store for this client.
     * @return the current status
     */
    public McpStoreStatus status() {
        return this.status;
    }

    /**
     * Runs a store operation on subscription.
     * @param work the operation; may block, and returns {@code null} for no result
     * @return the result; empty for {@code null}; or an error, after {@link #limit()} at the latest; emitted outside the
     *     store threads
     */
    public <T> Mono<T> use(Function<McpStore, @Nullable T> work) {
        return Mono.<T>create(sink -> {
                    Duration longest = limit();
                    Use<T> use = new Use<>(work, sink);
                    Disposable limit = this.time.schedule(
                            longest,
                            () -> use.fail(new TimeoutException("no response within " + longest.toMillis() + " ms")));
                    sink.onDispose(() -> {
                        limit.dispose();
                        use.giveUp();
                    });
                    synchronized (this.waiting) {
                        this.waiting.add(use);
                    }
                    next();
                })
                .publishOn(this.time.timers());
    }

    private void next() {
        Use<?> use;
        synchronized (this.waiting) {
            if (this.busy) {
                return;
            }
            use = this.waiting.poll();
            if (use == null) {
                return;
            }
            this.busy = true;
        }
        try {
            Threads.SCHEDULER.schedule(use);
        } catch (RuntimeException ex) { // no thread available, and the queue is full
            use.fail(ex);
            free();
        }
    }

    private void free() {
        synchronized (this.waiting) {
            this.busy = false;
        }
        next();
    }

    private synchronized void succeeded() {
        this.known = true;
        if (!this.status.available()) {
            logger.info("MCP server \"{}\": the {} is available again", this.serverName, this.what);
            this.status = new McpStoreStatus(true, null, this.time.instant(), this.status.failures());
        }
    }

    /** The message of an error may contain URLs and passwords, so only its class is used. */
    private synchronized void failed(Throwable error) {
        String problem = (error instanceof TimeoutException)
                ? String.valueOf(error.getMessage())
                : "failed with " + error.getClass().getSimpleName();
        McpStoreStatus before = this.status;
        if (before.available()) {
            logger.warn(
                    "MCP server \"{}\": the {} is unavailable ({}); calls are not affected, but {}",
                    this.serverName,
                    this.what,
                    problem,
                    this.harm);
        }
        this.status = new McpStoreStatus(
                false, problem, before.available() ? this.time.instant() : before.since(), before.failures() + 1);
    }

    /** One store operation. The thread that changes its state completes it. */
    private final class Use<T> implements Runnable {

        private static final int OPEN = 0;

        private static final int OVER = 1;

        private final Function<McpStore, @Nullable T> work;

        private final MonoSink<T> sink;

        private final AtomicInteger state = new AtomicInteger(OPEN);

        Use(Function<McpStore, @Nullable T> work, MonoSink<T> sink) {
            this.work = work;
            this.sink = sink;
        }

        @Override
        public void run() {
            try {
                if (this.state.get() == OPEN) {
                    T outcome = this.work.apply(StoreAccess.this.store);
                    succeed(outcome);
                }
            } catch (RuntimeException ex) {
                fail(ex);
            } finally {
                free();
            }
        }

        private void succeed(@Nullable T outcome) {
            if (this.state.compareAndSet(OPEN, OVER)) {
                succeeded();
                if (outcome != null) {
                    this.sink.success(outcome);
                } else {
                    this.sink.success();
                }
            }
        }

        void fail(Throwable error) {
            if (this.state.compareAndSet(OPEN, OVER)) {
                leave();
                failed(error);
                this.sink.error(error);
            }
        }

        /** No caller is waiting for it. */
        void giveUp() {
            if (this.state.compareAndSet(OPEN, OVER)) {
                leave();
            }
        }

        private void leave() {
            synchronized (StoreAccess.this.waiting) {
                StoreAccess.this.waiting.remove(this);
            }
        }
    }
}
