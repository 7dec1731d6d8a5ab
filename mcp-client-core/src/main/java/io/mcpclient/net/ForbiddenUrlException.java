package io.mcpclient.net;

/** A URL that was learned from a server and may not be called. The message says why and is printable, without remedy. */
public final class ForbiddenUrlException extends RuntimeException {

    /**
     * Creates the exception.
     * @param message which URL and why, printable
     */
    public ForbiddenUrlException(String message) {
        super(message);
    }
}
