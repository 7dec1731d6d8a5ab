package io.mcpclient.error;

/** Thrown when the server no longer knows the session of a call and it could not be renewed. */
public final class McpSessionException extends McpException {

    /**
     * Creates the exception.
     * @param details what it tells
     */
    public McpSessionException(McpErrorDetails details) {
        super(details);
    }
}
