package io.mcpclient.internal.support;

import java.time.Duration;
import java.util.Comparator;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

import io.mcpclient.time.TimeSource;

/**
 * Watches many deadlines with at most one task at the scheduler. Operations mostly share one timeout and mostly end in time, so the
 * task of the earliest deadline serves all later ones: an operation costs an entry in a sorted set, but no timer, no thread and
 * no wake-up of its own. Thread-safe.
 */
public final class DeadlineTimer {

    private static final long NONE = Long.MAX_VALUE;

    private static final Comparator<Entry> ORDER =
            Comparator.comparingLong(Entry::due).thenComparingLong(Entry::sequence);

    private final TimeSource time;

    private final long origin;

    private final AtomicLong sequence = new AtomicLong();

    /** Time of the scheduled task, in nanoseconds since the origin; {@link #NONE} if there is none. */
    private final AtomicLong armedFor = new AtomicLong(NONE);

    private final ConcurrentSkipListSet<Entry> entries = new ConcurrentSkipListSet<>(ORDER);

    /**
     * Creates a timer without deadlines.
     * @param time clock and scheduler
     */
    public DeadlineTimer(TimeSource time) {
        this.time = time;
        this.origin = time.nanoTime();
    }

    /**
     * Schedules an action.
     * @param nanos the deadline, a time of the monotonic clock
     * @param onDeadline the action, which must not block
     * @return the entry, for {@link #cancel}
     */
    public Entry schedule(long nanos, Runnable onDeadline) {
        Entry entry = new Entry(nanos - this.origin, this.sequence.incrementAndGet(), onDeadline);
        this.entries.add(entry);
        arm(entry.due());
        return entry;
    }

    /**
     * Schedules an action after a delay.
     * @param delay the delay
     * @param onDeadline the action, which must not block
     * @return disposing of it cancels the action unless it has begun
     */
    public Disposable schedule(Duration delay, Runnable onDeadline) {
        Entry entry = schedule(this.time.nanoTime() + delay.toNanos(), onDeadline);
        return () -> cancel(entry);
    }

    /**
     * Cancels an action, unless it has begun.
     * @param entry its entry
     */
    public void cancel(Entry entry) {
        this.entries.remove(entry);
    }

    /**
     * Returns the number of deadlines.
     * @return how many are neither due nor cancelled
     */
    public int size() {
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

    /** The action may run code of a caller; an exception or error there must not cost the others their deadlines. */
    private static void run(Entry entry) {
        try {
            entry.onDeadline().run();
        } catch (Throwable ex) {
            Operators.onErrorDropped(ex, Context.empty());
        }
    }

    private @Nullable Entry first() {
        var iterator = this.entries.iterator();
        return iterator.hasNext() ? iterator.next() : null;
    }

    /**
     * One deadline.
     *
     * @param due nanoseconds since the origin of the timer
     * @param sequence orders entries of the same nanosecond
     * @param onDeadline the action
     */
    public record Entry(long due, long sequence, Runnable onDeadline) {}
}
