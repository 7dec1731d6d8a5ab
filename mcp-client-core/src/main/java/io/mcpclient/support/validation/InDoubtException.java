package io.mcpclient.support.validation;

/** Signals that a schema or value is left to the library. */
final class InDoubtException extends RuntimeException {

    InDoubtException() {
        super(null, null, false, false);
    }
}
