package io.mcpclient.support.net;

import java.io.IOException;

/** Signals that a server ended a request without a complete response; its message says how. */
public final class RequestEndedException extends IOException {

    private static final long serialVersionUID = 1L;

    RequestEndedException(String problem) {
        super(problem);
    }
}
