package io.mcpclient.internal.era.modern;

/** Thrown if a tool is illegal: its arguments cannot be mirrored in headers as annotated. */
final class IllegalAnnotationException extends RuntimeException {

    private final String reason;

    /**
     * Creates the exception.
     * @param reason part of a sentence, fit for logs
     */
    IllegalAnnotationException(String reason) {
        super(reason, null, false, false);
        this.reason = reason;
    }

    String reason() {
        return this.reason;
    }
}
