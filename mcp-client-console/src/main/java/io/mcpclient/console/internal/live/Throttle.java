package io.mcpclient.console.internal.live;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import reactor.core.scheduler.Schedulers;

/** Runs work at most once in an interval, at its end, however often it is requested in the meantime. Thread-safe. */
public final class Throttle {

    private final long millis;

    private final Runnable work;

    private final AtomicBoolean isPending = new AtomicBoolean();

    /**
     * Creates an instance.
     * @param millis length of the interval
     * @param work must not block
     */
    public Throttle(long millis, Runnable work) {
        this.millis = millis;
        this.work = work;
    }

    /** Lets the work run at the end of the interval, which begins now if there is none. */
    public void request() {
        if (this.isPending.compareAndSet(false, true)) {
            Schedulers.parallel()
                    .schedule(
                            () -> {
                                this.isPending.set(false);
                                this.work.run();
                            },
                            this.millis,
                            TimeUnit.MILLISECONDS);
        }
    }
}
