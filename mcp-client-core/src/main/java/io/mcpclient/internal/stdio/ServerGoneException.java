package io.mcpclient.internal.stdio;

import org.jspecify.annotations.Nullable;

/** Why there is no running server. Never leaves the package: each call gets an exception of its own from it. */
final class ServerGoneException extends RuntimeException {

    private final String problem;

    private final @Nullable String remedy;

    /** Both texts are suitable for messages. */
    ServerGoneException(String problem, @Nullable String remedy) {
        super(problem, null, false, false);
        this.problem = problem;
        this.remedy = remedy;
    }

    static ServerGoneException notStarted() {
        return new ServerGoneException("the server process is not started", null);
    }

    static ServerGoneException endedByUs() {
        return new ServerGoneException("the server process was stopped by this client", null);
    }

    String problem() {
        return this.problem;
    }

    @Nullable
    String remedy() {
        return this.remedy;
    }
}
