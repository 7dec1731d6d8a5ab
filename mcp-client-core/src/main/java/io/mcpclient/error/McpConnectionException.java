package io.mcpclient.error;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/** Thrown when the server cannot be reached or went away: refused, reset, ended in mid-answer, HTTP 5xx. */
public sealed class McpConnectionException extends McpException permits McpInitializationException {

    private final int status;

    private final @Nullable Duration retryAfter;

    /**
     * Creates the exception for a connection that failed without an HTTP answer.
     * @param details what it tells
     */
    public McpConnectionException(McpErrorDetails details) {
        this(details, 0, null);
    }

    /**
     * Creates the exception for an HTTP answer that is no success.
     * @param details what it tells
     * @param status HTTP status, 400 to 599
     * @param retryAfter how long the server wants to be left alone, as said by {@code Retry-After}; {@code null} if it does
     *     not say so in a form that can be understood
     */
    public McpConnectionException(McpErrorDetails details, int status, @Nullable Duration retryAfter) {
        super(details);
        this.status = status;
        this.retryAfter = retryAfter;
    }

    /**
     * Returns the HTTP status that the server answered with.
     * @return 400 to 599, or 0 if there was no HTTP answer
     */
    public int status() {
        return this.status;
    }

    /**
     * Returns how long the server wants to be left alone.
     * @return not negative, a year at most; or {@code null} if it did not say
     * @see "RFC 9110, 10.2.3, Retry-After; fault G09"
     */
    public @Nullable Duration retryAfter() {
        return this.retryAfter;
    }
}
