package io.mcpclient.testkit;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.time.TimeSource;

/**
 * Time that passes only when a test says so. What becomes due runs on the thread of the test, in its order, before
 * {@link #advance} returns. Tasks without a delay run at once, on a thread of Reactor's. The network is as real as ever: wait
 * for what comes from there, or for the timer that follows it, before you advance.
 *
 * <p>Thread-safe.
 */
public final class VirtualTime implements TimeSource {

    /** Not zero, so that nothing mistakes the beginning for a missing value. */
    private static final long ORIGIN_NANOS = TimeUnit.HOURS.toNanos(1);

    /** In real time. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Instant origin;

    private final Scheduler scheduler = new Timers();

    private final Queue<Timer> waiting =
            new PriorityQueue<>(Comparator.comparingLong(Timer::due).thenComparingLong(Timer::sequence));

    private long nanos = ORIGIN_NANOS;

    private long sequence;

    /** Begins now: servers have clocks of their own. */
    public VirtualTime() {
        this(Instant.now());
    }

    /** Begins at a certain wall-clock time. */
    public VirtualTime(Instant origin) {
        this.origin = origin;
    }

    /** Lets time pass, and runs what becomes due, timers that are set in the meantime included. */
    public void advance(Duration duration) {
        long target = nanoTime() + duration.toNanos();
        for (Timer next = next(target); next != null; next = next(target)) {
            next.task().run();
        }
    }

    /**
     * Waits for a result, and lets as much time pass as that takes: one timer after the other runs until it is there. Between two
     * timers nothing may be left to another thread, or a timer runs too early.
     */
    public <T> @Nullable T block(Mono<T> mono) {
        CompletableFuture<T> result = mono.toFuture();
        while (!result.isDone()) {
            Awaitility.await().atMost(PATIENCE).until(() -> result.isDone() || isAnythingPending());
            if (!result.isDone()) {
                pending().stream().findFirst().ifPresent(this::advance);
            }
        }
        return Mono.fromFuture(result).block(PATIENCE);
    }

    /**
     * Runs an operation that waits for the end of a time, and lets that time pass at a certain moment, however long it takes
     * until then.
     * @param time the time
     * @param operation the operation, which runs on another thread and returns a value
     * @param moment returns at the moment, for example when a server has a request
     * @return the result of the operation
     */
    public <T> T elapse(Duration time, Supplier<T> operation, Runnable moment) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        result.complete(operation.get());
                    } catch (RuntimeException | Error ex) {
                        result.completeExceptionally(ex);
                    }
                },
                "virtual-time");
        thread.setDaemon(true);
        thread.start();
        moment.run();
        advance(time);
        return Objects.requireNonNull(Mono.fromFuture(result).block(PATIENCE));
    }

    private synchronized boolean isAnythingPending() {
        return !this.waiting.isEmpty();
    }

    private synchronized @Nullable Timer next(long target) {
        Timer first = this.waiting.peek();
        if (first == null || first.due() > target) {
            this.nanos = Math.max(this.nanos, target);
            return null;
        }
        this.nanos = Math.max(this.nanos, first.due());
        return this.waiting.remove();
    }

    /** How long it is until each of the timers that are set, the next one first. */
    public synchronized List<Duration> pending() {
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
        return this.origin.plusNanos(nanoTime() - ORIGIN_NANOS);
    }

    @Override
    public Scheduler timers() {
        return this.scheduler;
    }

    private synchronized Disposable set(Runnable task, long delayNanos) {
        Timer timer = new Timer(this.nanos + delayNanos, ++this.sequence, task);
        this.waiting.add(timer);
        return () -> remove(timer);
    }

    private synchronized void remove(Timer timer) {
        this.waiting.remove(timer);
    }

    private record Timer(long due, long sequence, Runnable task) {}

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
                    task.run();
                    next.update(schedule(this, period, unit));
                }
            };
            next.update(schedule(again, delay, unit));
            return next;
        }

        @Override
        public long now(TimeUnit unit) {
            return unit.convert(nanoTime(), TimeUnit.NANOSECONDS);
        }

        @Override
        public Worker createWorker() {
            return new TimersWorker(this);
        }
    }

    /** All of whose timers can be cancelled together. */
    private record TimersWorker(Scheduler timers, Disposable.Composite set) implements Scheduler.Worker {

        TimersWorker(Scheduler timers) {
            this(timers, Disposables.composite());
        }

        private Disposable kept(Disposable timer) {
            this.set.add(timer);
            return timer;
        }

        @Override
        public Disposable schedule(Runnable task) {
            return kept(this.timers.schedule(task));
        }

        @Override
        public Disposable schedule(Runnable task, long delay, TimeUnit unit) {
            return kept(this.timers.schedule(task, delay, unit));
        }

        @Override
        public Disposable schedulePeriodically(Runnable task, long delay, long period, TimeUnit unit) {
            return kept(this.timers.schedulePeriodically(task, delay, period, unit));
        }

        @Override
        public void dispose() {
            this.set.dispose();
        }
    }
}
