package io.mcpclient.store;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.support.TimeSource;

/**
 * The way of one client to its store, which may block, fail, or never come back. Uses are made one after the other, on
 * threads that are there for it; whoever waits for one waits no longer than the settings say, half a second by default. A
 * use that takes longer is left to itself and keeps the others from the store until it ends, so a client never has more
 * than one thread there. Thread-safe.
 *
 * @see "faults J01, J02"
 */
public final class StoreAccess {

    private static final Logger logger = LoggerFactory.getLogger(StoreAccess.class);

    /** The first use may have to open connections. */
    private static final int PATIENCE_AT_FIRST = 4;

    private static final int MAX_THREADS = 8;

    private static final int MAX_WAITING_FOR_THREADS = 100_000;

    /**
     * Not the threads that handlers and listeners run on: a store that hangs must not take those, however many clients it
     * has. They end when there was nothing to do for half a minute, and keep no application from ending.
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

    /** Whether the store has ever answered. */
    private volatile boolean known;

    private final Deque<Use<?>> waiting = new ArrayDeque<>();

    private boolean busy;

    private volatile McpStoreStatus status;

    /**
     * Creates the way of one client. Costs no use of the store.
     * @param serverName configured name of the server, for messages
     * @param what what the store is called in messages, such as "session store"
     * @param harm what its failure means, for a message; no call fails for it
     * @param store the store
     * @param timeout how long one use may take
     * @param time clocks and timers of the client
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
     * Returns the time of the client.
     * @return its clocks and timers
     */
    public TimeSource time() {
        return this.time;
    }

    /**
     * Returns how long a use may take, from the wish to use the store to its end.
     * @return four times the timeout as long as the store has never answered
     */
    public Duration limit() {
        return this.known ? this.timeout : this.timeout.multipliedBy(PATIENCE_AT_FIRST);
    }

    /**
     * Returns whose way this is.
     * @return configured name of the server
     */
    public String serverName() {
        return this.serverName;
    }

    /**
     * Returns how the store serves this client.
     * @return the status of this moment
     */
    public McpStoreStatus status() {
        return this.status;
    }

    /**
     * Uses the store, when it is subscribed to.
     * @param work what to do with it; may block, and returns {@code null} for nothing
     * @return the outcome; empty for {@code null}; or an error, after {@link #limit()} at the latest. On a thread that is none of
     *     those of the store
     */
    public <T> Mono<T> use(Function<McpStore, @Nullable T> work) {
        return Mono.<T>create(sink -> {
                    Duration longest = limit();
                    Use<T> use = new Use<>(work, sink);
                    Disposable limit = this.time.schedule(
                            longest,
                            () -> use.fail(new TimeoutException("no answer within " + longest.toMillis() + " ms")));
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
        } catch (RuntimeException ex) { // no thread, and no place left to wait for one
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

    /** What an error says may hold addresses and passwords: its class has to do. */
    private synchronized void failed(Throwable error) {
        String problem = (error instanceof TimeoutException)
                ? String.valueOf(error.getMessage())
                : "failed with " + error.getClass().getSimpleName();
        McpStoreStatus before = this.status;
        if (before.available()) {
            logger.warn(
                    "MCP server \"{}\": the {} is not available ({}); no call fails for that, but {}",
                    this.serverName,
                    this.what,
                    problem,
                    this.harm);
        }
        this.status = new McpStoreStatus(
                false, problem, before.available() ? this.time.instant() : before.since(), before.failures() + 1);
    }

    /** One use of the store. Whoever takes it out of its state speaks for it. */
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

        /** Nobody waits for it any more. */
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
