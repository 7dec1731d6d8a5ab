package io.mcpclient.internal.stdio;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

import io.mcpclient.internal.support.KnownSecrets;
import io.mcpclient.internal.support.SafeText;

/**
 * The last 64 KiB that a server wrote to standard error. Memory grows as needed. Thread-safe.
 *
 * @see "faults E13, E23"
 */
final class StderrTail {

    static final int CAPACITY = 64 * 1024;

    private static final int FIRST_CAPACITY = 1024;

    private static final int LAST_LINES = 5;

    private static final int MAX_CHARACTERS = 500;

    private static final int LONGEST_SECRET = 8 * 1024;

    private byte[] ring = new byte[FIRST_CAPACITY];

    private int next;

    private boolean wrapped;

    synchronized void append(byte[] bytes, int offset, int length) {
        int from = offset + Math.max(0, length - CAPACITY);
        int count = offset + length - from;
        // A ring below its full size never becomes full: otherwise it would wrap around too early.
        if (this.next + count >= this.ring.length && this.ring.length < CAPACITY) {
            this.ring =
                    Arrays.copyOf(this.ring, Math.min(CAPACITY, Math.max(2 * this.ring.length, this.next + count + 1)));
        }
        int first = Math.min(count, this.ring.length - this.next);
        System.arraycopy(bytes, from, this.ring, this.next, first);
        System.arraycopy(bytes, from + first, this.ring, 0, count - first);
        this.wrapped |= count - first > 0;
        this.next = (this.next + count) % this.ring.length;
        this.wrapped |= this.next == 0 && count > 0;
    }

    private synchronized byte[] bytes() {
        if (!this.wrapped) {
            return Arrays.copyOf(this.ring, this.next);
        }
        byte[] all = new byte[this.ring.length];
        System.arraycopy(this.ring, this.next, all, 0, this.ring.length - this.next);
        System.arraycopy(this.ring, 0, all, this.ring.length - this.next, this.next);
        return all;
    }

    synchronized int size() {
        return this.wrapped ? this.ring.length : this.next;
    }

    /**
     * Returns the last lines, suitable for a message.
     * @return at most five lines joined into one, empty if there are none
     */
    String lastLines() {
        String text = new String(bytes(), StandardCharsets.UTF_8);
        String whole = (size() == CAPACITY) ? withoutRestOfSecret(text) : text;
        List<String> lines =
                KnownSecrets.mask(whole).lines().filter(line -> !line.isBlank()).toList();
        String last = String.join(" | ", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
        return SafeText.excerpt(last.substring(Math.max(0, last.length() - MAX_CHARACTERS)), MAX_CHARACTERS);
    }

    /** A line that is cut at its beginning may start with the rest of a secret, which cannot be recognized. */
    private static String withoutRestOfSecret(String text) {
        int endOfLine = text.indexOf('\n');
        int end = (endOfLine < 0) ? text.length() : endOfLine;
        return text.substring(Math.min(end, LONGEST_SECRET));
    }
}
