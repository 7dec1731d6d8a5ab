package io.mcpclient.validation;

import java.time.Duration;
import java.util.function.Function;

import com.networknt.schema.SchemaException;
import org.jspecify.annotations.Nullable;

/**
 * How much work one check may be: 250 milliseconds, but in any case a number of steps that takes far less. The steps
 * keep a pause of the machine from failing a harmless check, the time ends those that explode.
 */
final class Budget {

    private static final Duration TIME = Duration.ofMillis(250);

    private static final int STEPS_IN_ANY_CASE = 50_000;

    /** Of what is charged before it is done: such steps take a few nanoseconds each, and nothing interrupts them. */
    private static final long MAX_CHARGED = 5_000_000;

    /** The clock is read once in so many steps, a power of two. */
    private static final int STEPS_PER_LOOK = 1_024;

    /** Patterns get nothing but the text to match: this is how they find the check that they are part of. */
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
            this.steps = STEPS_IN_ANY_CASE; // whoever catches this by mistake gets it again
            throw new SpentException();
        }
    }

    /** Counts steps that are about to be taken at once, by code that does not count them itself. */
    void charge(long steps) {
        this.charged += steps;
        if (this.charged > MAX_CHARGED) {
            throw new SpentException();
        }
        step();
    }

    /** Of the one kind of exception that the library lets through everywhere. */
    static final class SpentException extends SchemaException {

        SpentException() {
            super("budget spent");
        }

        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }
    }
}
