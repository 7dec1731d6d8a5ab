package io.mcpclient.error;

/** Thrown when the caller gave up: its thread was interrupted or its subscription cancelled. */
public final class McpCancelledException extends McpException {

    /**
     * Creates the exception.
     * @param details what it tells
     */
    public McpCancelledException(McpErrorDetails details) {
        super(details);
    }
}
