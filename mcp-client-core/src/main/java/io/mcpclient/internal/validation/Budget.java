package io.mcpclient.internal.validation;

import java.time.Duration;
import java.util.function.Function;

import com.networknt.schema.SchemaException;
import org.jspecify.annotations.Nullable;

/**
 * Work budget of one check: 250 milliseconds, but at least a number of steps that normally takes far less. The steps
 * prevent a pause of the machine from failing a harmless check; the time limit ends checks that explode.
 */
final class Budget {

    private static final Duration TIME = Duration.ofMillis(250);

    private static final int STEPS_IN_ANY_CASE = 50_000;

    /** Limit for work charged in advance: such steps take a few nanoseconds each and cannot be interrupted. */
    private static final long MAX_CHARGED = 5_000_000;

    /** Number of steps between reads of the clock, a power of two. */
    private static final int STEPS_PER_LOOK = 1_024;

    /** Patterns receive only the text to match; this gives them access to the budget of their check. */
    private static final ThreadLocal<@Nullable Budget> CURRENT = new ThreadLocal<>();

    private final long deadline = System.nanoTime() + TIME.toNanos();

    private int steps;

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

    static @Nullable Budget current() {
        return CURRENT.get();
    }

    /** Counts a step. */
    void step() {
        boolean look = (++this.steps & (STEPS_PER_LOOK - 1)) == 0;
        if (look && this.steps > STEPS_IN_ANY_CASE && System.nanoTime() - this.deadline > 0) {
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
