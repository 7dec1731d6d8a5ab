package io.mcpclient.internal.stdio;

/** Signals a command that cannot be started safely. Its message shows no arguments. Never leaves the package. */
final class UnsafeCommandException extends Exception {

    private final String remedy;

    UnsafeCommandException(String problem, String remedy) {
        super(problem, null, false, false);
        this.remedy = remedy;
    }

    String remedy() {
        return this.remedy;
    }
}
