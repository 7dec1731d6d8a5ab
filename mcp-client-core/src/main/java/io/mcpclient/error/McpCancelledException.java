package io.mcpclient.error;

/**
 * Thrown when the caller gave up: its thread was interrupted or its subscription cancelled. Also when the server says that
 * the task which a call became was cancelled.
 */
public final class McpCancelledException extends McpException {

    /**
     * Creates the exception.
     * @param details what it tells
     */
    public McpCancelledException(McpErrorDetails details) {
        super(details);
    }
}
