package io.mcpclient.internal.stdio;

import org.jspecify.annotations.Nullable;

/** Signals a response that exceeds a limit and was not read. Never leaves the package. */
final class ResponseTooLargeException extends RuntimeException {

    private final @Nullable String problem;

    /** @param problem the JSON limit that was exceeded, printable; {@code null} if the line is too long */
    ResponseTooLargeException(@Nullable String problem) {
        super("response too large", null, false, false);
        this.problem = problem;
    }

    @Nullable
    String problem() {
        return this.problem;
    }
}
