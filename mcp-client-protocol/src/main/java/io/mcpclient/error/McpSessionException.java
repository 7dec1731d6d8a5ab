package io.mcpclient.error;

/** Thrown when the server no longer recognizes the session of a call and the session could not be re-established. */
public final class McpSessionException extends McpException {

    /**
     * Creates the exception.
     * @param details the details of the error
     */
    public McpSessionException(McpErrorDetails details) {
        super(details);
    }
}
