package io.mcpclient.error;

/** Thrown when the server cannot be reached or went away: refused, reset, ended in mid-answer, HTTP 5xx. */
public sealed class McpConnectionException extends McpException permits McpInitializationException {

    /**
     * Creates the exception.
     * @param details what it tells
     */
    public McpConnectionException(McpErrorDetails details) {
        super(details);
    }
}
