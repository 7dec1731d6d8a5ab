package io.mcpclient.internal.stdio;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Remembers lines that earlier processes of a server have written to standard error. A process that is restarted repeatedly
 * writes the same lines each time, and reporting them once is enough. Thread-safe.
 *
 * @see "fault E04"
 */
final class StderrRepeats {

    /** A line that is still repeated after this time is reported again. */
    static final long REMINDER_NANOS = TimeUnit.MINUTES.toNanos(10);

    /** The first lines of a process are those that the next one repeats. */
    static final int MAX_LINES = 200;

    private final LongSupplier clock;

    private final Map<String, Mention> mentions = new HashMap<>();

    private int processes;

    private record Mention(int process, long nanos) {}

    StderrRepeats(LongSupplier clock) {
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
