package io.mcpclient.test;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.time.TimeSource;

/**
 * A clock that a test advances: everything for which clients wait happens without waiting, such as retries, reconnects, the end of a
 * timeout, of an open circuit breaker or of a cached list, and the polling of tasks. As a bean, it is the time of all clients and test
 * servers of an application:
 *
 * <pre>{@code
 * @SpringBootTest
 * @AutoConfigureMcpTestServer
 * @Import(McpTestClock.class)
 * class OutageTests {
 *
 *     @Autowired
 *     private McpTestClock clock;
 * }
 * }</pre>
 *
 * Without Spring, it is given to {@link io.mcpclient.McpClientBuilder#time} and {@link McpTestServer#time}. It begins at the current
 * time of the system. Networks, processes, handlers and a blocked caller's own limit are as real as ever. A timer is set a moment after
 * what leads to it, for example a failed attempt: {@link #awaitTimer} waits for it. Thread-safe.
 */
public final class McpTestClock implements TimeSource {

    private static final Arguments API = new Arguments("McpTestClock");

    /** Real time to wait for a timer. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Instant origin = Instant.now();

    private final Scheduler scheduler = new Timers();

    private final Queue<Timer> waiting =
            new PriorityQueue<>(Comparator.comparingLong(Timer::due).thenComparingLong(Timer::sequence));

    /** Since the origin. */
    private long nanos;

    private long sequence;

    /** Creates a clock that stands still until it is advanced. */
    public McpTestClock() {}

    private record Timer(long due, long sequence, Runnable task) {}

    /**
     * Lets time pass. Timers that become due run on this thread, in their order and each at its time, before this method returns;
     * what they lead to on other threads may end later.
     * @param duration the time, not negative
     * @return this
     */
    public McpTestClock advance(Duration duration) {
        long target = nanoTime() + API.duration(duration, "duration").toNanos();
        for (Timer next = next(target); next != null; next = next(target)) {
            next.task().run();
        }
        return this;
    }

    private synchronized @Nullable Timer next(long target) {
        Timer first = this.waiting.peek();
        boolean isDue = first != null && first.due() <= target;
        this.nanos = Math.max(this.nanos, isDue ? first.due() : target);
        return isDue ? this.waiting.remove() : null;
    }

    /**
     * Waits until something is due soon, up to ten seconds of real time. Timeouts are timers too: choose a duration below that of
     * the call.
     * @param within the longest time until it is due
     * @return this
     * @throws AssertionError if nothing is
     */
    public McpTestClock awaitTimer(Duration within) {
        return awaitTimer(API.duration(within, "within"), PATIENCE);
    }

    /** For tests: waits for a limit in real time. */
    synchronized McpTestClock awaitTimer(Duration within, Duration limit) {
        long end = System.nanoTime() + limit.toNanos();
        try {
            while (this.waiting.isEmpty() || this.waiting.element().due() - this.nanos > within.toNanos()) {
                long millis = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
                if (millis <= 0) {
                    throw new AssertionError("No timer is due within " + within + ". Due are, from now: " + pending());
                }
                wait(millis);
            }
            return this;
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", ex);
        }
    }

    private List<Duration> pending() {
        return this.waiting.stream()
                .map(timer -> Duration.ofNanos(timer.due() - this.nanos))
                .sorted()
                .toList();
    }

    @Override
    public synchronized long nanoTime() {
        return this.nanos;
    }

    @Override
    public Instant instant() {
        return this.origin.plusNanos(nanoTime());
    }

    /** Returns the scheduler of the timers. Tasks without a delay run at once, on a thread of Reactor. */
    @Override
    public Scheduler timers() {
        return this.scheduler;
    }

    @Override
    public String toString() {
        return "test clock at " + instant();
    }

    private synchronized Disposable set(Runnable task, long delayNanos) {
        Timer timer = new Timer(this.nanos + delayNanos, ++this.sequence, task);
        this.waiting.add(timer);
        notifyAll();
        return () -> remove(timer);
    }

    private synchronized void remove(Timer timer) {
        this.waiting.remove(timer);
    }

    private final class Timers implements Scheduler {

        @Override
        public Disposable schedule(Runnable task) {
            return Schedulers.parallel().schedule(task);
        }

        @Override
        public Disposable schedule(Runnable task, long delay, TimeUnit unit) {
            return (delay > 0) ? set(task, unit.toNanos(delay)) : schedule(task);
        }

        @Override
        public Disposable schedulePeriodically(Runnable task, long delay, long period, TimeUnit unit) {
            Disposable.Swap next = Disposables.swap();
            Runnable again = new Runnable() {
                @Override
                public void run() {
                    next.replace(schedule(this, period, unit));
                    task.run();
                }
            };
            next.replace(schedule(again, delay, unit));
            return next;
        }

        @Override
        public long now(TimeUnit unit) {
            return unit.convert(nanoTime(), TimeUnit.NANOSECONDS);
        }

        @Override
        public Worker createWorker() {
            return new TimersWorker(this, Disposables.composite());
        }
    }

    /** Cancels its timers together. */
    private record TimersWorker(Scheduler timers, Disposable.Composite tasks) implements Scheduler.Worker {

        @Override
        public Disposable schedule(Runnable task) {
            return added(this.timers.schedule(task));
        }

        @Override
        public Disposable schedule(Runnable task, long delay, TimeUnit unit) {
            return added(this.timers.schedule(task, delay, unit));
        }

        @Override
        public Disposable schedulePeriodically(Runnable task, long delay, long period, TimeUnit unit) {
            return added(this.timers.schedulePeriodically(task, delay, period, unit));
        }

        private Disposable added(Disposable task) {
            this.tasks.add(task);
            return task;
        }

        @Override
        public void dispose() {
            this.tasks.dispose();
        }
    }
}
