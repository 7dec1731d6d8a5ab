package io.mcpclient.internal.http;

import java.net.URI;

/** Signals that the server has redirected a request to a target that is to be followed. */
final class RedirectException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient URI target;

    private final transient SentRequest request;

    private final int status;

    RedirectException(SentRequest request, int status, URI target) {
        super("HTTP " + status, null, false, false);
        this.request = request;
        this.status = status;
        this.target = target;
    }

    /** Returns the redirected request. */
    SentRequest request() {
        return this.request;
    }

    int status() {
        return this.status;
    }

    /** Returns the target, on the same origin. */
    URI target() {
        return this.target;
    }
}
