package io.mcpclient.transport.http;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;
import java.util.zip.CRC32;

import org.jspecify.annotations.Nullable;

/**
 * Where one event stream can be taken up again, when, and what it has brought already. It belongs to that stream alone:
 * neither another stream nor another session can use it (fault C23). Used by one thread at a time.
 *
 * @see "MCP 2025-11-25, basic/transports, Resumability and Redelivery (HTL-09, HTL-13, HTL-15); faults C01, C07, C10,
 *     C11, C24"
 */
final class ResumePoint {

    /** What the server asks for is kept within these, and taken to be the first if it asks for nothing. */
    static final Duration DEFAULT_RETRY = Duration.ofSeconds(1);

    static final Duration MIN_RETRY = Duration.ofMillis(100);

    static final Duration MAX_RETRY = Duration.ofSeconds(30);

    static final int MAX_ATTEMPTS = 10;

    /** How many events are remembered. */
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
     * Notes the position after an event.
     * @param id its id, or {@code null} if it took back the one before; one that cannot stand in a header counts as none
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

    /** The stream has brought something new: attempts are counted anew. */
    void onProgress() {
        this.attempts = 0;
    }

    /**
     * Returns how long to wait before the next attempt: exactly what the server asked for before the first, and longer
     * from attempt to attempt as long as none of them brings anything.
     * @return the pause, {@code null} after too many attempts
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
     * Remembers an event, unless it is one of the last {@value #REMEMBERED_EVENTS} come again. The same id with other
     * data is another event: there are servers that give all events of a stream one id.
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
