package io.mcpclient.internal.pipeline;

import java.util.Comparator;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

import io.mcpclient.time.TimeSource;

/**
 * Watches the deadlines of all calls of a client with at most one task at the scheduler. Calls mostly share one timeout and
 * mostly end in time, so the task of the earliest deadline serves all later ones: a call costs an entry in a sorted set, but no
 * timer, no thread and no wake-up of its own. Thread-safe.
 */
final class DeadlineTimer {

    private static final long NONE = Long.MAX_VALUE;

    private static final Comparator<Entry> ORDER =
            Comparator.comparingLong(Entry::due).thenComparingLong(Entry::sequence);

    private final TimeSource time;

    private final long origin;

    private final AtomicLong sequence = new AtomicLong();

    /** Time of the scheduled task, in nanoseconds since the origin; {@link #NONE} if there is none. */
    private final AtomicLong armedFor = new AtomicLong(NONE);

    private final ConcurrentSkipListSet<Entry> entries = new ConcurrentSkipListSet<>(ORDER);

    DeadlineTimer(TimeSource time) {
        this.time = time;
        this.origin = time.nanoTime();
    }

    /** Schedules an action at a time of the monotonic clock. */
    Entry schedule(long nanos, Runnable onDeadline) {
        Entry entry = new Entry(nanos - this.origin, this.sequence.incrementAndGet(), onDeadline);
        this.entries.add(entry);
        arm(entry.due());
        return entry;
    }

    void cancel(Entry entry) {
        this.entries.remove(entry);
    }

    int size() {
        return this.entries.size();
    }

    private void arm(long due) {
        long armed = this.armedFor.get();
        while (due < armed) {
            if (this.armedFor.compareAndSet(armed, due)) {
                long delay = Math.max(0, due - (this.time.nanoTime() - this.origin));
                this.time.timers().schedule(() -> fire(due), delay, TimeUnit.NANOSECONDS);
                return;
            }
            armed = this.armedFor.get();
        }
    }

    private void fire(long due) {
        // A task overtaken by an earlier one still runs the due actions, but does not own armedFor.
        this.armedFor.compareAndSet(due, NONE);
        long now = this.time.nanoTime() - this.origin;
        for (Entry first = first(); first != null && first.due() <= now; first = first()) {
            if (this.entries.remove(first)) {
                run(first);
            }
        }
        Entry next = first();
        if (next != null) {
            arm(next.due());
        }
    }

    /** The action may run code of a caller; an exception there must not cost the others their deadlines. */
    private static void run(Entry entry) {
        try {
            entry.onDeadline().run();
        } catch (RuntimeException ex) {
            Operators.onErrorDropped(ex, Context.empty());
        }
    }

    private @Nullable Entry first() {
        var iterator = this.entries.iterator();
        return iterator.hasNext() ? iterator.next() : null;
    }

    /** One deadline; {@code sequence} orders entries of the same nanosecond. */
    record Entry(long due, long sequence, Runnable onDeadline) {}
}
