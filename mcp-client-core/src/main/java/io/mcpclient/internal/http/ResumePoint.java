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
 * @see "MCP 2025-11-25, basic/transports, Resumability and Redelivery (HTL-09, HTL-13, HTL-15); faults C01, C07, C10,
 *     C11, C24"
 */
final class ResumePoint {

    /** The first is the default delay; delays requested by the server are kept within the other two. */
    static final Duration DEFAULT_RETRY = Duration.ofSeconds(1);

    static final Duration MIN_RETRY = Duration.ofMillis(100);

    static final Duration MAX_RETRY = Duration.ofSeconds(30);

    static final int MAX_ATTEMPTS = 10;

    /** Number of remembered events. */
    static final int REMEMBERED_EVENTS = 256;

    private @Nullable String lastEventId;

    private long retryMillis = DEFAULT_RETRY.toMillis();

    private int attempts;

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
