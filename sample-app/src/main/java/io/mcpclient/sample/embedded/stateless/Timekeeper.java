package io.mcpclient.sample.embedded.stateless;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Does things later, one after the other on a thread of its own: nobody waits for anything. Thread-safe. */
final class Timekeeper implements AutoCloseable {

    private final Clock clock = Clock.systemUTC();

    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread thread = new Thread(work, "travel");
        thread.setDaemon(true);
        return thread;
    });

    Clock clock() {
        return this.clock;
    }

    /** Does something after a while, or never if the server has ended by then. */
    void after(Duration delay, Runnable work) {
        try {
            this.executor.schedule(work, delay.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException ex) {
            // the end has come
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
