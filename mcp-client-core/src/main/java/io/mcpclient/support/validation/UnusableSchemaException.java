package io.mcpclient.support.validation;

/** Thrown when a schema cannot be used for validation. The message is a phrase with the reason. */
public final class UnusableSchemaException extends RuntimeException {

    UnusableSchemaException(String problem) {
        super(problem, null, false, false);
    }

    /**
     * Returns the reason why the schema is unusable.
     * @return a phrase, printable and bounded
     */
    public String problem() {
        return String.valueOf(getMessage());
    }
}
