package io.mcpclient.transport;

import org.jspecify.annotations.Nullable;

import io.mcpclient.jsonrpc.JsonRpcError;

/**
 * An HTTP answer that is no success. What it means (a lost session, another era, a failed call) depends on the era and
 * is decided there; it never reaches an application.
 */
public final class HttpStatusException extends RuntimeException {

    private final int status;

    private final @Nullable String challenge;

    private final @Nullable String retryAfter;

    private final transient @Nullable JsonRpcError error;

    /**
     * Creates the exception.
     * @param status HTTP status, 400 to 599
     * @param challenge value of {@code WWW-Authenticate}, or {@code null}
     * @param retryAfter value of {@code Retry-After}, or {@code null}
     * @param error JSON-RPC error that the body held, or {@code null} if it held none
     */
    public HttpStatusException(
            int status, @Nullable String challenge, @Nullable String retryAfter, @Nullable JsonRpcError error) {
        super("HTTP " + status, null, false, false);
        this.status = status;
        this.challenge = challenge;
        this.retryAfter = retryAfter;
        this.error = error;
    }

    /**
     * Returns the HTTP status.
     * @return 400 to 599
     */
    public int status() {
        return this.status;
    }

    /**
     * Returns the challenge of a server that wants credentials.
     * @return the value of {@code WWW-Authenticate}, or {@code null}
     */
    public @Nullable String challenge() {
        return this.challenge;
    }

    /**
     * Returns how long the server wants to be left alone.
     * @return the value of {@code Retry-After}: seconds or a date, or {@code null}
     */
    public @Nullable String retryAfter() {
        return this.retryAfter;
    }

    /**
     * Returns the JSON-RPC error in the body.
     * @return the error, its id may be {@code null}; or {@code null} if the body held none
     */
    public @Nullable JsonRpcError error() {
        return this.error;
    }
}
