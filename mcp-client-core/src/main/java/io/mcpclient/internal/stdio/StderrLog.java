package io.mcpclient.internal.stdio;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

import io.mcpclient.support.Loggers;
import io.mcpclient.text.KnownSecrets;
import io.mcpclient.text.SafeText;

/**
 * Logs the standard error of a server line by line: printable, with secrets masked, and at a limited rate. Lines that an
 * earlier process of the server has also written are logged at DEBUG, see {@link Repeats}. Not thread-safe.
 *
 * @see "MCP 2025-11-25, basic/transports, stdio (STD-08); faults E13, E23, I07"
 */
final class StderrLog implements LineSplitter.Listener {

    static final int MAX_LINE_BYTES = 4096;

    static final int MAX_LINES = 100;

    static final long PERIOD_NANOS = 10_000_000_000L;

    private static final int MAX_CHARACTERS = 1000;

    private final String serverName;

    private final Logger logger;

    private final Level level;

    private final LongSupplier clock;

    private final Predicate<String> isRepeated;

    private long periodBegan;

    private int lines;

    private long dropped;

    StderrLog(String serverName, Level level, LongSupplier clock, Predicate<String> isRepeated) {
        this.serverName = serverName;
        this.logger = LoggerFactory.getLogger("io.mcpclient.stderr." + serverName);
        this.level = level;
        this.clock = clock;
        this.isRepeated = isRepeated;
        this.periodBegan = clock.getAsLong();
    }

    @Override
    public void onLine(byte[] bytes, int offset, int length) {
        if (!Loggers.isEnabled(this.logger, this.level) || isBlank(bytes, offset, length) || !isDue()) {
            return;
        }
        String text =
                SafeText.excerpt(new String(bytes, offset, length, StandardCharsets.UTF_8).strip(), MAX_CHARACTERS);
        Loggers.log(
                this.logger,
                this.isRepeated.test(text) ? Level.DEBUG : this.level,
                "MCP server \"{}\": stderr: {}",
                this.serverName,
                text);
    }

    @Override
    public void onTooLong(byte[] bytes, int offset, int length) {
        onLine(bytes, offset, Math.min(length, MAX_LINE_BYTES));
    }

    @Override
    public void onEndOfTooLong(byte[] bytes, int offset, int length) {
        // The beginning of the line is enough.
    }

    @Override
    public void onEndless() {
        // Possibly a progress bar. It consumes no memory.
    }

    private static boolean isBlank(byte[] bytes, int offset, int length) {
        for (int at = offset; at < offset + length; at++) {
            if (bytes[at] > ' ' || bytes[at] < 0) {
                return false;
            }
        }
        return true;
    }

    private boolean isDue() {
        long now = this.clock.getAsLong();
        if (now - this.periodBegan >= PERIOD_NANOS) {
            this.periodBegan = now;
            this.lines = 0;
            end();
        }
        if (this.lines == MAX_LINES) {
            this.dropped++;
            return false;
        }
        this.lines++;
        return true;
    }

    /** Logs the number of omitted lines, if any. */
    void end() {
        if (this.dropped > 0) {
            Loggers.log(
                    this.logger,
                    this.level,
                    "MCP server \"{}\": stderr: {} lines were not logged",
                    this.serverName,
                    this.dropped);
            this.dropped = 0;
        }
    }

    /**
     * Remembers lines that earlier processes of a server have written to standard error. A process that is restarted repeatedly
     * writes the same lines each time, and reporting them once is enough. Thread-safe.
     *
     * @see "fault E04"
     */
    static final class Repeats {

        /** A line that is still repeated after this time is reported again. */
        static final long REMINDER_NANOS = TimeUnit.MINUTES.toNanos(10);

        /** The first lines of a process are those that the next one repeats. */
        static final int MAX_LINES = 200;

        private final LongSupplier clock;

        private final Map<String, Mention> mentions = new HashMap<>();

        private int processes;

        private record Mention(int process, long nanos) {}

        Repeats(LongSupplier clock) {
            this.clock = clock;
        }

        /**
         * Starts the next process.
         * @return whether an earlier process has recently written a given line
         */
        synchronized Predicate<String> nextProcess() {
            int process = ++this.processes;
            return line -> isRepeated(line, process);
        }

        private synchronized boolean isRepeated(String line, int process) {
            long now = this.clock.getAsLong();
            Mention last = this.mentions.get(line);
            if (last != null && last.process() != process && now - last.nanos() < REMINDER_NANOS) {
                return true;
            }
            if (last != null || this.mentions.size() < MAX_LINES) {
                this.mentions.put(line, new Mention(process, now));
            }
            return false;
        }
    }

    /**
     * The last 64 KiB that a server wrote to standard error. Memory grows as needed. Thread-safe.
     *
     * @see "faults E13, E23"
     */
    static final class Tail {

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
                this.ring = Arrays.copyOf(
                        this.ring, Math.min(CAPACITY, Math.max(2 * this.ring.length, this.next + count + 1)));
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
            List<String> lines = KnownSecrets.mask(whole)
                    .lines()
                    .filter(line -> !line.isBlank())
                    .toList();
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
}
