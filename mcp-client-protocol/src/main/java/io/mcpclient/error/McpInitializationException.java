package io.mcpclient.error;

/** Thrown when connecting failed during resolution, transport setup or handshake. The cause shows which. */
public final class McpInitializationException extends McpConnectionException {

    /**
     * Creates the exception.
     * @param details the details of the error
     */
    public McpInitializationException(McpErrorDetails details) {
        super(details);
    }
}
