package io.mcpclient.error;

import java.io.IOException;

/**
 * Signals that a server of HTTP/2 states that it has not processed a request. Unlike the absence of a connection, it says
 * nothing against the server or its session.
 *
 * @see "RFC 9113, section 8.7 (request reliability)"
 */
public final class UnprocessedRequestException extends IOException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     * @param problem the statement of the server
     */
    public UnprocessedRequestException(String problem) {
        super(problem);
    }
}
