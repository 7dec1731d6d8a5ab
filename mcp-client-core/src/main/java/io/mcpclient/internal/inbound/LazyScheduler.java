package io.mcpclient.internal.inbound;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.scheduler.Scheduler;

/** A scheduler that is created with its first task: most clients never need some of theirs. Thread-safe. */
final class LazyScheduler implements Scheduler {

    private final Supplier<Scheduler> creation;

    private volatile @Nullable Scheduler created;

    private boolean disposed;

    LazyScheduler(Supplier<Scheduler> creation) {
        this.creation = creation;
    }

    private Scheduler scheduler() {
        Scheduler present = this.created;
        return (present != null) ? present : create();
    }

    private synchronized Scheduler create() {
        if (this.disposed && this.created == null) {
            throw new RejectedExecutionException("the scheduler is disposed");
        }
        Scheduler present = this.created;
        if (present == null) {
            present = this.creation.get();
            this.created = present;
        }
        return present;
    }

    @Override
    public Disposable schedule(Runnable task) {
        return scheduler().schedule(task);
    }

    @Override
    public Disposable schedule(Runnable task, long delay, TimeUnit unit) {
        return scheduler().schedule(task, delay, unit);
    }

    @Override
    public Disposable schedulePeriodically(Runnable task, long initialDelay, long period, TimeUnit unit) {
        return scheduler().schedulePeriodically(task, initialDelay, period, unit);
    }

    @Override
    public Worker createWorker() {
        return scheduler().createWorker();
    }

    @Override
    public synchronized boolean isDisposed() {
        return this.disposed;
    }

    @Override
    public synchronized void dispose() {
        this.disposed = true;
        if (this.created != null) {
            this.created.dispose();
        }
    }
}
