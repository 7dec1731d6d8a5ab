package io.mcpclient.internal.http;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;
import java.util.zip.CRC32;

import org.jspecify.annotations.Nullable;

/**
 * The position and delay for resuming one event stream, and the recent events for duplicate detection. Specific to that stream:
 * no other stream or session can use it (fault C23). Used by one thread at a time.
 *
 * <p>Attempts that reach a server are limited in number. Attempts that find no connection at all are limited in time: a server
 * that is not back within {@link #MAX_UNREACHABLE} has most likely lost the stream.
 *
 * @see "MCP 2025-11-25, basic/transports, Resumability and Redelivery (HTL-09, HTL-13, HTL-15); faults C01, C07, C10,
 *     C11, C24, D10"
 */
final class ResumePoint {

    /** The first is the default delay; delays requested by the server are kept within the other two. */
    static final Duration DEFAULT_RETRY = Duration.ofSeconds(1);

    static final Duration MIN_RETRY = Duration.ofMillis(100);

    static final Duration MAX_RETRY = Duration.ofSeconds(30);

    static final int MAX_ATTEMPTS = 10;

    /** Total time of consecutive attempts without a connection. */
    static final Duration MAX_UNREACHABLE = Duration.ofSeconds(5);

    /** The least that one attempt has to find a connection. */
    private static final Duration MIN_ATTEMPT = Duration.ofSeconds(1);

    /** Number of remembered events. */
    static final int REMEMBERED_EVENTS = 256;

    private @Nullable String lastEventId;

    private long retryMillis = DEFAULT_RETRY.toMillis();

    private int attempts;

    private boolean unreachable;

    /** Begin of the first of the consecutive attempts without a connection. */
    private long unreachableSinceNanos;

    private long[] remembered = new long[8];

    private int rememberedCount;

    void onRetry(long millis) {
        this.retryMillis = Math.max(MIN_RETRY.toMillis(), Math.min(millis, MAX_RETRY.toMillis()));
    }

    /**
     * Records the position after an event.
     * @param id its id, or {@code null} if it reset the previous one; an id that is invalid in a header counts as none
     */
    void moveTo(@Nullable String id) {
        this.lastEventId = (id != null && isHeaderValue(id)) ? id : null;
    }

    private static boolean isHeaderValue(String id) {
        return id.chars().allMatch(c -> c >= 0x20 && c <= 0x7e);
    }

    /** Returns the id to resume from, {@code null} if the stream cannot be resumed. */
    @Nullable
    String lastEventId() {
        return this.lastEventId;
    }

    /** The stream has delivered a new event: the count of attempts starts over. */
    void onProgress() {
        this.attempts = 0;
    }

    /** An attempt has had a connection, whatever became of it. */
    void onConnection() {
        this.unreachable = false;
    }

    /**
     * An attempt has found no connection.
     * @param beganNanos when it began
     */
    void onNoConnection(long beganNanos) {
        if (!this.unreachable) {
            this.unreachable = true;
            this.unreachableSinceNanos = beganNanos;
        }
    }

    /** Returns whether the last attempt has found no connection. */
    boolean isUnreachable() {
        return this.unreachable;
    }

    /** Returns the time in which an attempt that begins now must have a connection. */
    Duration connectLimit(long nowNanos) {
        Duration left = reachableWithin(nowNanos);
        return (left.compareTo(MIN_ATTEMPT) > 0) ? left : MIN_ATTEMPT;
    }

    private Duration reachableWithin(long nowNanos) {
        return this.unreachable ? MAX_UNREACHABLE.minusNanos(nowNanos - this.unreachableSinceNanos) : MAX_UNREACHABLE;
    }

    /**
     * Returns the delay before the next attempt, like {@link #nextPause()}, but no longer than a server may be unreachable.
     * @return the delay, {@code null} after too many attempts, or if the server was unreachable for too long
     */
    @Nullable
    Duration nextPause(long nowNanos) {
        Duration pause = nextPause();
        if (pause == null || !this.unreachable) {
            return pause;
        }
        Duration left = reachableWithin(nowNanos);
        if (left.isZero() || left.isNegative()) {
            return null;
        }
        return (pause.compareTo(left) < 0) ? pause : left;
    }

    /**
     * Returns the delay before the next attempt: before the first attempt exactly as requested by the server, and increasing
     * with each further attempt without an event.
     * @return the delay, {@code null} after too many attempts
     */
    @Nullable
    Duration nextPause() {
        if (this.attempts == MAX_ATTEMPTS) {
            return null;
        }
        this.attempts++;
        long millis = this.retryMillis;
        if (this.attempts > 1) {
            long least = millis << (this.attempts - 2);
            millis = Math.min(least + ThreadLocalRandom.current().nextLong(least), MAX_RETRY.toMillis());
        }
        return Duration.ofMillis(millis);
    }

    /**
     * Remembers an event, unless it repeats one of the last {@value #REMEMBERED_EVENTS}. The same id with different data is a
     * different event: some servers give all events of a stream the same id.
     * @return whether it is new
     */
    boolean isNew(String id, byte[] data, int offset, int length) {
        CRC32 checksum = new CRC32();
        checksum.update(data, offset, length);
        long mark = ((long) id.hashCode() << Integer.SIZE) | checksum.getValue();
        int known = Math.min(this.rememberedCount, REMEMBERED_EVENTS);
        for (int i = 0; i < known; i++) {
            if (this.remembered[i] == mark) {
                return false;
            }
        }
        if (this.rememberedCount == this.remembered.length && known < REMEMBERED_EVENTS) {
            this.remembered = Arrays.copyOf(this.remembered, 2 * known);
        }
        this.remembered[this.rememberedCount % REMEMBERED_EVENTS] = mark;
        this.rememberedCount++;
        return true;
    }
}
