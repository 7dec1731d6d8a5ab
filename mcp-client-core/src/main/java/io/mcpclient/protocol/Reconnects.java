package io.mcpclient.protocol;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.resilience.Backoff;

/**
 * When a connection is tried again without being asked. Pauses grow from failure to failure. The first loss is followed
 * by an attempt at once: the server may well be there and only have forgotten us; those of a server that drops us time
 * and again are not (faults D07, E04, G10). Thread-safe.
 */
final class Reconnects {

    /** A connection that lasted this long was a good one: the next outage is a new one. */
    private static final Duration HEALTHY = Duration.ofSeconds(60);

    private final Backoff backoff;

    private final AtomicBoolean wanted = new AtomicBoolean();

    /** Whether a loss may be followed by an attempt without a pause. */
    private final AtomicBoolean untroubled = new AtomicBoolean(true);

    private final AtomicReference<@Nullable Disposable> scheduled = new AtomicReference<>();

    Reconnects(Backoff backoff) {
        this.backoff = backoff;
    }

    void want() {
        this.wanted.set(true);
    }

    void unwant() {
        this.wanted.set(false);
        cancel();
    }

    boolean areWanted() {
        return this.wanted.get();
    }

    Duration pauseAfterFailure() {
        return this.backoff.next();
    }

    Duration pauseAfterLoss(Duration lasted) {
        boolean wasHealthy = lasted.compareTo(HEALTHY) >= 0;
        if (wasHealthy) {
            this.backoff.reset();
        }
        boolean first = this.untroubled.getAndSet(false) || wasHealthy;
        return first ? Duration.ZERO : this.backoff.next();
    }

    void schedule(Duration pause, Runnable attempt) {
        replace(Schedulers.parallel().schedule(attempt, pause.toMillis(), TimeUnit.MILLISECONDS));
        if (!this.wanted.get()) {
            cancel(); // unwant() came in between and may have missed what was just scheduled
        }
    }

    void cancel() {
        replace(null);
    }

    private void replace(@Nullable Disposable next) {
        Disposable previous = this.scheduled.getAndSet(next);
        if (previous != null) {
            previous.dispose();
        }
    }
}
