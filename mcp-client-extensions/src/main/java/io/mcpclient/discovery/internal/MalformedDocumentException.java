package io.mcpclient.discovery.internal;

/** Signals a document, or a part of one, that violates its format. The message is a predicate such as "has no name", printable. */
public final class MalformedDocumentException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Creates the exception. */
    public MalformedDocumentException(String problem) {
        super(problem);
    }

    /** Returns the problem. */
    public String problem() {
        return String.valueOf(getMessage());
    }
}
