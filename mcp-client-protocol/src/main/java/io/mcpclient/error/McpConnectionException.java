package io.mcpclient.error;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/** Thrown when the server is unreachable or the connection failed: refused, reset, ended within a response, HTTP 5xx. */
public sealed class McpConnectionException extends McpException permits McpInitializationException {

    private final int status;

    private final @Nullable Duration retryAfter;

    /**
     * Creates the exception for a connection that failed without an HTTP response.
     * @param details the details of the error
     */
    public McpConnectionException(McpErrorDetails details) {
        this(details, 0, null);
    }

    /**
     * Creates the exception for an unsuccessful HTTP response.
     * @param details the details of the error
     * @param status HTTP status, 400 to 599
     * @param retryAfter the delay requested by {@code Retry-After}; {@code null} if the header is absent or cannot be
     *     parsed
     */
    public McpConnectionException(McpErrorDetails details, int status, @Nullable Duration retryAfter) {
        super(details);
        this.status = status;
        this.retryAfter = retryAfter;
    }

    /**
     * Returns whether no connection to the server could be established.
     * @return {@code true} if the server may be down, or its address wrong; {@code false} if a connection existed, also if the
     *     server refused the request on it unprocessed (HTTP/2)
     */
    public boolean isUnreachable() {
        return outcome() == McpOutcome.NOT_SENT && !(getCause() instanceof UnprocessedRequestException);
    }

    /**
     * Returns the HTTP status of the response.
     * @return 400 to 599, or 0 if there was no HTTP response
     */
    public int status() {
        return this.status;
    }

    /**
     * Returns the delay that the server requests before the next attempt.
     * @return the delay, not negative and at most a year; or {@code null} if the server did not specify one
     * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3">RFC 9110: Retry-After</a>
     */
    public @Nullable Duration retryAfter() {
        return this.retryAfter;
    }
}
