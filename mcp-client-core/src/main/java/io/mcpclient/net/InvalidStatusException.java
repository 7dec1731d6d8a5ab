package io.mcpclient.net;

/** A response has a status that HTTP does not know. */
public final class InvalidStatusException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    InvalidStatusException(int status) {
        super("HTTP status " + status + " is outside the range 100 to 599", null, false, false);
    }
}
