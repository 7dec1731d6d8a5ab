package io.mcpclient.fuzz;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import com.sun.management.ThreadMXBean;
import org.jspecify.annotations.Nullable;

/**
 * Feeds targets. In the ordinary build each gets a fixed number of inputs, always the same ones. With {@code tests.fuzz}, which
 * the profile {@code fuzz} sets, they get other ones in turn for {@code fuzz.duration}, 10 minutes by default, from a random seed
 * on. {@code fuzz.seed} and {@code fuzz.target} together repeat a single input.
 *
 * <p>An input is a finding if it takes too long, allocates too much, or ends in anything but a result or an exception of the
 * allowed types with a message that is short and printable. The report has the seed, the target and the input.
 */
public final class Fuzzing {

    private static final boolean OPEN_ENDED = Boolean.getBoolean("tests.fuzz");

    private static final Duration DURATION = Duration.parse(System.getProperty("fuzz.duration", "PT10M"));

    private static final @Nullable String TARGET = System.getProperty("fuzz.target");

    private static final @Nullable Long SEED = Long.getLong("fuzz.seed");

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private static final int MAX_MESSAGE = 4_000;

    private static final int SHOWN_BYTES = 2_000;

    /** Inputs of one target before the next one has its turn. */
    private static final int ROUND = 100;

    private final Bounds bounds;

    private final Map<String, Long> counts = new LinkedHashMap<>();

    private final Map<String, AssertionError> findings = new LinkedHashMap<>();

    /**
     * What one input may take.
     *
     * @param limit time after which it hangs; generous, since the machine may be busy
     * @param cpuNanos time of the processor
     * @param cpuNanosPerByte the same for each byte of the input
     * @param allocation bytes that are allocated
     * @param allocationPerByte the same for each byte of the input
     */
    public record Bounds(Duration limit, long cpuNanos, long cpuNanosPerByte, long allocation, long allocationPerByte) {

        /**
         * For parsers, which do all of their work in the thread of the caller. Allocation per byte is that of lines of a few
         * bytes that are no messages: for each, the watch over secrets writes down an exception with its stack.
         */
        public static final Bounds PARSER =
                new Bounds(Duration.ofSeconds(30), 1_000_000_000L, 10_000, 32L << 20, 20_000);

        /** For clients, whose work is in other threads. */
        public static final Bounds CLIENT = new Bounds(Duration.ofSeconds(60), Long.MAX_VALUE, 0, Long.MAX_VALUE, 0);

        long cpuNanos(byte[] input) {
            return this.cpuNanos + this.cpuNanosPerByte * input.length;
        }

        long allocation(byte[] input) {
            return this.allocation + this.allocationPerByte * input.length;
        }
    }

    public Fuzzing(Bounds bounds) {
        this.bounds = bounds;
    }

    /**
     * Feeds targets.
     * @param inputs number of inputs of each target in the ordinary build
     * @throws AssertionError for all findings, the first one of each target
     */
    public void run(List<FuzzTarget> targets, int inputs) {
        List<FuzzTarget> chosen = targets.stream()
                .filter(target -> TARGET == null || TARGET.equals(target.name()))
                .toList();
        long first = (SEED != null) ? SEED : OPEN_ENDED ? System.nanoTime() & 0xffffff : 1;
        print("seeds from " + first + (OPEN_ENDED ? ", " + DURATION : ""));
        if (SEED != null && TARGET != null) {
            feedAll(chosen, first, first + 1, Long.MAX_VALUE);
        } else if (OPEN_ENDED) {
            long end = System.nanoTime() + DURATION.toNanos();
            for (long seed = first; System.nanoTime() - end < 0; seed += ROUND) {
                feedAll(chosen, seed, seed + ROUND, end);
            }
        } else {
            feedAll(chosen, first, first + inputs, Long.MAX_VALUE);
        }
        this.counts.forEach((target, count) -> print("%9d inputs for %s".formatted(count, target)));
        print("seeds from " + first);
        if (!this.findings.isEmpty()) {
            AssertionError all = new AssertionError(
                    this.findings.size() + " targets with findings: " + String.join(", ", this.findings.keySet()));
            this.findings.values().forEach(all::addSuppressed);
            throw all;
        }
    }

    private void feedAll(List<FuzzTarget> targets, long from, long to, long end) {
        for (FuzzTarget target : targets) {
            if (!this.findings.containsKey(target.name()) && (end == Long.MAX_VALUE || System.nanoTime() - end < 0)) {
                feed(target, from, to);
            }
        }
    }

    private static void print(String line) {
        System.out.println("fuzz: " + line);
    }

    /** In a thread of its own, which can be looked at while it hangs. */
    private void feed(FuzzTarget target, long from, long to) {
        AtomicReference<Progress> progress = new AtomicReference<>(new Progress(from, System.nanoTime()));
        CompletableFuture<@Nullable AssertionError> done = new CompletableFuture<>();
        Thread feeder =
                new Thread(() -> done.complete(firstFinding(target, from, to, progress)), "fuzz-" + target.name());
        feeder.setDaemon(true);
        feeder.start();
        AssertionError finding = await(done, () -> hanging(target, progress.get(), feeder));
        if (finding != null) {
            this.findings.put(target.name(), finding);
        }
        this.counts.merge(target.name(), progress.get().seed() - from + 1, Long::sum);
    }

    private @Nullable AssertionError firstFinding(
            FuzzTarget target, long from, long to, AtomicReference<Progress> progress) {
        try {
            for (long seed = from; seed < to; seed++) {
                progress.set(new Progress(seed, System.nanoTime()));
                feed(target, seed);
            }
            return null;
        } catch (AssertionError ex) {
            return ex;
        }
    }

    private @Nullable AssertionError hanging(FuzzTarget target, Progress present, Thread feeder) {
        if (System.nanoTime() - present.sinceNanos() <= this.bounds.limit().toNanos()) {
            return null;
        }
        AssertionError hanging = new AssertionError(report(target, present.seed(), "takes too long"));
        hanging.setStackTrace(feeder.getStackTrace());
        return hanging;
    }

    private record Progress(long seed, long sinceNanos) {}

    private static @Nullable AssertionError await(
            CompletableFuture<@Nullable AssertionError> done, Supplier<@Nullable AssertionError> watch) {
        while (true) {
            try {
                return done.get(500, TimeUnit.MILLISECONDS);
            } catch (TimeoutException ex) {
                AssertionError hanging = watch.get();
                if (hanging != null) {
                    return hanging;
                }
            } catch (InterruptedException | ExecutionException ex) {
                throw new IllegalStateException("given up", ex);
            }
        }
    }

    private void feed(FuzzTarget target, long seed) {
        byte[] input = target.input(seed);
        long cpu = THREADS.getCurrentThreadCpuTime();
        long allocated = THREADS.getCurrentThreadAllocatedBytes();
        try {
            target.reader().read(input);
        } catch (Throwable ex) {
            check(target, seed, ex);
        }
        long allocation = THREADS.getCurrentThreadAllocatedBytes() - allocated;
        if (allocation > this.bounds.allocation(input)) {
            throw new AssertionError(report(target, seed, "allocates " + allocation + " bytes"));
        }
        long work = THREADS.getCurrentThreadCpuTime() - cpu;
        if (work > this.bounds.cpuNanos(input)) {
            throw new AssertionError(report(target, seed, "takes " + work / 1_000_000 + " ms of the processor"));
        }
    }

    private static void check(FuzzTarget target, long seed, Throwable failure) {
        if (!target.allows(failure)) {
            throw new AssertionError(
                    report(target, seed, "ends in " + failure.getClass().getName()), failure);
        }
        String problem = problem(String.valueOf(failure.getMessage()));
        if (problem != null) {
            throw new AssertionError(report(target, seed, "has a message " + problem), failure);
        }
    }

    /** Says what is wrong with a message that may quote a server; {@code null} if nothing is. */
    static @Nullable String problem(String message) {
        if (message.length() > MAX_MESSAGE) {
            return "of " + message.length() + " characters";
        }
        return message.codePoints()
                .filter(c -> Character.getType(c) == Character.CONTROL
                        || Character.getType(c) == Character.FORMAT
                        || c == '\u2028'
                        || c == '\u2029')
                .mapToObj("with character U+%04X"::formatted)
                .findFirst()
                .orElse(null);
    }

    private static String report(FuzzTarget target, long seed, String what) {
        byte[] input = target.input(seed);
        return "%s: an input of %d bytes %s.%nTo run it again: -Dfuzz.target=%s -Dfuzz.seed=%d%n%s"
                .formatted(target.name(), input.length, what, target.name(), seed, escaped(input));
    }

    private static String escaped(byte[] input) {
        StringBuilder text = new StringBuilder();
        String latin = new String(input, 0, Math.min(input.length, SHOWN_BYTES), StandardCharsets.ISO_8859_1);
        for (char c : latin.toCharArray()) {
            boolean isPlain = (c >= ' ' && c < 0x7f && c != '\\') || c == '\n';
            text.append(isPlain ? String.valueOf(c) : "\\x%02x".formatted((int) c));
        }
        return text.append((input.length > SHOWN_BYTES) ? "..." : "").toString();
    }
}
