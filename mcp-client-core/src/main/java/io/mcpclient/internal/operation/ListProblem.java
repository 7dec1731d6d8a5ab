package io.mcpclient.internal.operation;

import org.jspecify.annotations.Nullable;

/**
 * Reason why items of a list may be missing. Immutable.
 *
 * @param cause the reason, without numbers that change from one read to the next
 * @param remedy the remedy, {@code null} if there is none
 * @param isLimit whether a limit of the client has ended the list before its last item
 */
record ListProblem(String cause, @Nullable String remedy, boolean isLimit) {

    /** A limit of the client has ended the list. */
    static ListProblem limit(String cause, @Nullable String remedy) {
        return new ListProblem(cause, remedy, true);
    }

    /** The client has taken the list as complete. */
    static ListProblem of(String cause) {
        return new ListProblem(cause, null, false);
    }

    /** Describes the problem of a list with a number of usable items. */
    String describe(int items) {
        String incomplete = "incomplete, with " + items + ((items == 1) ? " item: " : " items: ");
        return withRemedy(this.isLimit ? incomplete + this.cause : this.cause, this.remedy);
    }

    /** Returns a sentence with the remedy, if there is one. */
    static String withRemedy(String problem, @Nullable String remedy) {
        return (remedy != null) ? problem + ". " + remedy : problem;
    }
}
