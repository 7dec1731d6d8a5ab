package io.mcpclient.support.validation;

/** Thrown when a schema cannot be used for validation. The message is a phrase with the reason. */
public final class UnusableSchemaException extends RuntimeException {

    private final boolean isDefect;

    UnusableSchemaException(String problem) {
        this(problem, false);
    }

    /**
     * Creates an instance.
     * @param problem a phrase with the reason
     * @param isDefect whether the schema has a mistake
     */
    UnusableSchemaException(String problem, boolean isDefect) {
        super(problem, null, false, false);
        this.isDefect = isDefect;
    }

    /** Whether the schema has a mistake other than a reference, rather than a dialect, a reference or a size that is not supported. */
    public boolean isDefect() {
        return this.isDefect;
    }

    /**
     * Returns the reason why the schema is unusable.
     * @return a phrase, printable and bounded
     */
    public String problem() {
        return String.valueOf(getMessage());
    }
}
