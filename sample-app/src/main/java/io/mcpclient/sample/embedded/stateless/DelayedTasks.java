package io.mcpclient.sample.embedded.stateless;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Runs delayed tasks sequentially on its own thread. Thread-safe. */
final class DelayedTasks implements AutoCloseable {

    private final Clock clock = Clock.systemUTC();

    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread thread = new Thread(work, "travel");
        thread.setDaemon(true);
        return thread;
    });

    Clock clock() {
        return this.clock;
    }

    /** Runs a task after a delay, or never if the server has stopped by then. */
    void after(Duration delay, Runnable work) {
        try {
            this.executor.schedule(work, delay.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException ex) {
            // the server has stopped
        }
    }

    void every(Duration period, Runnable work) {
        this.executor.scheduleAtFixedRate(work, period.toMillis(), period.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        this.executor.shutdownNow();
    }
}
