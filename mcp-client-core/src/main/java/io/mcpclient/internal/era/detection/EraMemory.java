package io.mcpclient.internal.era.detection;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/**
 * Detection results of one server, while they are valid. Stateless revisions are not remembered: a connection to such a server
 * begins with the same discovery anyway. Thread-safe.
 *
 * @see "MCP 2026-07-28, basic/versioning, Backward Compatibility (VER-15, VER-16); fault A19"
 */
final class EraMemory {

    /** An upgraded server is noticed after this time, even if it still accepts the handshake. */
    static final Duration LIFETIME = Duration.ofHours(1);

    /** Minimum time between two discarded verdicts. */
    static final Duration BETWEEN_DISCARDS = Duration.ofSeconds(30);

    private final LongSupplier nanoTime;

    private final AtomicReference<@Nullable Entry> entry = new AtomicReference<>();

    private final AtomicReference<@Nullable Long> lastDiscard = new AtomicReference<>();

    /**
     * Creates an empty memory.
     * @param nanoTime a clock such as {@link System#nanoTime}
     */
    EraMemory(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    private record Entry(EraVerdict.Legacy verdict, long sinceNanos) {}

    /**
     * Remembers a confirmed verdict. Repeating a verdict does not renew it.
     * @param verdict the verdict; an uncertain one is not kept
     */
    void remember(EraVerdict.Legacy verdict) {
        Entry present = this.entry.get();
        if (!verdict.ambiguous() && (present == null || present.verdict() != verdict)) {
            this.entry.set(new Entry(verdict, this.nanoTime.getAsLong()));
        }
    }

    /**
     * Remembers an earlier verdict.
     * @param verdict the verdict
     * @param age its age; an expired one, or one from the future, is not kept
     */
    void remember(EraVerdict.Legacy verdict, Duration age) {
        if (!age.isNegative() && age.compareTo(LIFETIME) < 0) {
            this.entry.compareAndSet(null, new Entry(verdict, this.nanoTime.getAsLong() - age.toNanos()));
        }
    }

    /**
     * Returns the age of the remembered verdict.
     * @return its age, or {@code null} if there is none
     */
    @Nullable
    Duration age() {
        Entry present = this.entry.get();
        return (recall() != null && present != null)
                ? Duration.ofNanos(this.nanoTime.getAsLong() - present.sinceNanos())
                : null;
    }

    /**
     * Returns the remembered verdict.
     * @return that the server supports the handshake revisions, or {@code null} if it has to be probed
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
     * Requests permission to discard the remembered verdict and to probe again early. Rate-limited, so that a server whose era
     * alternates is not probed all the time.
     * @return whether it is allowed; if so, the verdict is discarded
     */
    boolean discardIfAllowed() {
        Long last = this.lastDiscard.get();
        boolean allowed = (last == null || hasPassed(BETWEEN_DISCARDS, last))
                && this.lastDiscard.compareAndSet(last, this.nanoTime.getAsLong());
        if (allowed) {
            this.entry.set(null);
        }
        return allowed;
    }

    private boolean hasPassed(Duration duration, long sinceNanos) {
        return this.nanoTime.getAsLong() - sinceNanos >= duration.toNanos();
    }
}
