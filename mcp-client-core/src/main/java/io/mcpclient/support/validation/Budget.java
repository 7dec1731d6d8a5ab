package io.mcpclient.support.validation;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.function.Function;

import com.networknt.schema.SchemaException;
import org.jspecify.annotations.Nullable;

/**
 * Work budget of one check: 250 milliseconds of the processor, but at least a number of steps that normally takes far less.
 * The time limit ends checks that explode. Time that the thread waits for a processor does not count, where the virtual
 * machine can tell: a busy machine must not fail a harmless check.
 */
final class Budget {

    private static final Duration TIME = Duration.ofMillis(250);

    private static final int STEPS_IN_ANY_CASE = 50_000;

    /** Limit for work charged in advance: such steps take a few nanoseconds each and cannot be interrupted. */
    private static final long MAX_CHARGED = 5_000_000;

    /** Number of steps between reads of the clock. */
    private static final int STEPS_PER_LOOK = 1_024;

    /** Patterns receive only the text to match; this gives them access to the budget of their check. */
    private static final ThreadLocal<@Nullable Budget> CURRENT = new ThreadLocal<>();

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final long deadline = now() + TIME.toNanos();

    private long steps;

    private long charged;

    private Budget() {}

    static <T> T spend(Function<Budget, T> check) {
        Budget budget = new Budget();
        CURRENT.set(budget);
        try {
            return check.apply(budget);
        } finally {
            CURRENT.remove();
        }
    }

    private static long now() {
        return THREADS.isCurrentThreadCpuTimeSupported() && THREADS.isThreadCpuTimeEnabled()
                ? THREADS.getCurrentThreadCpuTime()
                : System.nanoTime();
    }

    static @Nullable Budget current() {
        return CURRENT.get();
    }

    /** Counts a step. */
    void step() {
        steps(1);
    }

    /** Counts steps. The clock is read after each {@link #STEPS_PER_LOOK} of them. */
    void steps(long count) {
        long before = this.steps;
        this.steps += count;
        boolean look = before / STEPS_PER_LOOK != this.steps / STEPS_PER_LOOK;
        if (look && this.steps > STEPS_IN_ANY_CASE && now() - this.deadline > 0) {
            this.steps = STEPS_IN_ANY_CASE; // code that catches this by mistake gets it again
            throw new SpentException();
        }
    }

    /** Charges steps in advance, for code that does not count them itself. */
    void charge(long steps) {
        this.charged += steps;
        if (this.charged > MAX_CHARGED) {
            throw new SpentException();
        }
        step();
    }

    /** Extends the only kind of exception that the validation library propagates everywhere. */
    static final class SpentException extends SchemaException {

        SpentException() {
            super("check budget exhausted");
        }

        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }
    }
}
