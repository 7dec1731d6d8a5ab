package io.mcpclient.error;

/**
 * Thrown when the caller cancelled the call, by interrupting its thread or cancelling its subscription, or when the server
 * reports that the task created for the call was cancelled.
 */
public final class McpCancelledException extends McpException {

    /**
     * Creates the exception.
     * @param details the details of the error
     */
    public McpCancelledException(McpErrorDetails details) {
        super(details);
    }
}
