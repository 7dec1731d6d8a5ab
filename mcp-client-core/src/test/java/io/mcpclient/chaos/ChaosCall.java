package io.mcpclient.chaos;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.mcpclient.error.McpCancelledException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;

/**
 * One call, and how it ended.
 *
 * @param server its server
 * @param name its name in the ledger of the server
 * @param what how it was made, in a few words
 * @param deadline how long it was allowed to take
 * @param took how long it took
 * @param verdict the outcome reported to its caller
 * @param problem words of the failure, {@code null} for a success
 */
record ChaosCall(
        String server,
        String name,
        String what,
        Duration deadline,
        Duration took,
        Verdict verdict,
        @Nullable String problem) {

    /** The outcome of a call for its caller, and how often it may have been executed then. */
    enum Verdict {
        SUCCESS(1, 1),
        ANSWERED(1, 1),
        REJECTED(0, 0),
        NOT_SENT(0, 0),
        UNKNOWN(0, 1),
        GIVEN_UP(0, 1),
        /** A result that is another call's, or an error that is none of ours. */
        WRONG(0, 0);

        private final int least;

        private final int most;

        Verdict(int least, int most) {
            this.least = least;
            this.most = most;
        }

        boolean allows(int executions) {
            return this != WRONG && executions >= this.least && executions <= this.most;
        }

        static Verdict of(Throwable failure) {
            if (failure instanceof McpCancelledException) {
                return GIVEN_UP;
            }
            return (failure instanceof McpException known) ? of(known.outcome()) : WRONG;
        }

        private static Verdict of(McpOutcome outcome) {
            return switch (outcome) {
                case NOT_SENT -> NOT_SENT;
                case REJECTED -> REJECTED;
                case UNKNOWN -> UNKNOWN;
                case ANSWERED -> ANSWERED;
            };
        }
    }

    /** Longer than this after its deadline, a call has hung. */
    private static final Duration SLACK = Duration.ofSeconds(3);

    boolean isLate() {
        return this.took.compareTo(this.deadline.plus(SLACK)) > 0;
    }

    @Override
    public String toString() {
        return this.server + " " + this.name + " (" + this.what + ") took " + this.took.toMillis() + " of "
                + this.deadline.toMillis() + " ms: " + this.verdict
                + ((this.problem != null) ? ", " + this.problem : "");
    }
}
