package io.mcpclient.transport.stdio;

import org.jspecify.annotations.Nullable;

/** Signals an answer beyond a limit, which was not read. Never leaves the package. */
final class AnswerTooLargeException extends RuntimeException {

    private final @Nullable String problem;

    /** @param problem which limit of JSON it is beyond, printable; {@code null} if its line is too long */
    AnswerTooLargeException(@Nullable String problem) {
        super("answer too large", null, false, false);
        this.problem = problem;
    }

    @Nullable
    String problem() {
        return this.problem;
    }
}
