package io.mcpclient.support.net;

/** Signals an untrusted URL that may not be called. The message states the reason, is printable and has no remedy. */
public final class ForbiddenUrlException extends RuntimeException {

    /**
     * Creates the exception.
     * @param message the kind of URL and the reason, printable
     */
    public ForbiddenUrlException(String message) {
        super(message);
    }
}
