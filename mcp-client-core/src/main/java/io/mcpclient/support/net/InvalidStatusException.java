package io.mcpclient.support.net;

/** Signals a response with a status that is invalid in HTTP. */
public final class InvalidStatusException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    InvalidStatusException(int status) {
        super("HTTP status " + status + " is outside the range 100 to 599", null, false, false);
    }
}
