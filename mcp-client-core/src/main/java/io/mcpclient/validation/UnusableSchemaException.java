package io.mcpclient.validation;

/** Thrown when nothing can be checked against a schema. The message is a phrase that tells why. */
public final class UnusableSchemaException extends RuntimeException {

    UnusableSchemaException(String problem) {
        super(problem, null, false, false);
    }

    /**
     * Returns why the schema is of no use.
     * @return a phrase, printable and bounded
     */
    public String problem() {
        return String.valueOf(getMessage());
    }
}
