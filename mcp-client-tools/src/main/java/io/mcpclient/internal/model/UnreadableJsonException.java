package io.mcpclient.internal.model;

/** Text that is not JSON, not even leniently. Has no stack trace: it is part of the result of reading. */
final class UnreadableJsonException extends Exception {

    private final int offset;

    /**
     * Creates the exception.
     * @param offset index of the offending character
     * @param problem what is wrong there, printable
     */
    UnreadableJsonException(int offset, String problem) {
        super(problem, null, false, false);
        this.offset = offset;
    }

    int offset() {
        return this.offset;
    }
}
