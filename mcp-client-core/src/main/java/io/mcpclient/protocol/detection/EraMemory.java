package io.mcpclient.protocol.detection;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/**
 * What was found out about one server, for as long as it is believed. That a server speaks the stateless revisions is
 * not worth remembering: finding out is how a connection to it begins anyway. Thread-safe.
 *
 * @see "MCP 2026-07-28, basic/versioning, Backward Compatibility (VER-15, VER-16); fault A19"
 */
final class EraMemory {

    /** An upgraded server is noticed by then, even if it still accepts what it did before. */
    static final Duration LIFETIME = Duration.ofHours(1);

    /** From one doubt to the next. */
    static final Duration BETWEEN_DOUBTS = Duration.ofSeconds(30);

    private final LongSupplier nanoTime;

    private final AtomicReference<@Nullable Entry> entry = new AtomicReference<>();

    private final AtomicReference<@Nullable Long> lastDoubt = new AtomicReference<>();

    /**
     * Creates a memory without content.
     * @param nanoTime a clock as {@link System#nanoTime} is one
     */
    EraMemory(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    private record Entry(EraVerdict.Legacy verdict, long sinceNanos) {}

    /**
     * Remembers a verdict that has proved to be right. One that is remembered already does not become younger by that.
     * @param verdict the verdict; one in doubt is not kept
     */
    void remember(EraVerdict.Legacy verdict) {
        Entry present = this.entry.get();
        if (!verdict.doubtful() && (present == null || present.verdict() != verdict)) {
            this.entry.set(new Entry(verdict, this.nanoTime.getAsLong()));
        }
    }

    /**
     * Remembers a verdict that was found out before.
     * @param verdict the verdict
     * @param age how long ago; one that is too old, or from the future, is not kept
     */
    void remember(EraVerdict.Legacy verdict, Duration age) {
        if (!age.isNegative() && age.compareTo(LIFETIME) < 0) {
            this.entry.compareAndSet(null, new Entry(verdict, this.nanoTime.getAsLong() - age.toNanos()));
        }
    }

    /**
     * Returns how long ago was found out what is remembered.
     * @return its age, or {@code null} if nothing is
     */
    @Nullable
    Duration age() {
        Entry present = this.entry.get();
        return (recall() != null && present != null)
                ? Duration.ofNanos(this.nanoTime.getAsLong() - present.sinceNanos())
                : null;
    }

    /**
     * Returns what is remembered.
     * @return that it is a server of the handshake revisions, or {@code null} if it has to be asked
     */
    EraVerdict.@Nullable Legacy recall() {
        Entry present = this.entry.get();
        if (present != null && hasPassed(LIFETIME, present.sinceNanos())) {
            this.entry.compareAndSet(present, null);
            return null;
        }
        return (present != null) ? present.verdict() : null;
    }

    /**
     * Asks for permission to doubt what is remembered, and to find out again out of turn. Not often, so that a server
     * which is one thing now and another then is not asked all the time.
     * @return whether the doubt is allowed; if so, nothing is remembered any more
     */
    boolean mayDoubt() {
        Long last = this.lastDoubt.get();
        boolean allowed = (last == null || hasPassed(BETWEEN_DOUBTS, last))
                && this.lastDoubt.compareAndSet(last, this.nanoTime.getAsLong());
        if (allowed) {
            this.entry.set(null);
        }
        return allowed;
    }

    private boolean hasPassed(Duration duration, long sinceNanos) {
        return this.nanoTime.getAsLong() - sinceNanos >= duration.toNanos();
    }
}
