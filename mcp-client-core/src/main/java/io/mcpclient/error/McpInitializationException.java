package io.mcpclient.error;

/** Thrown when connecting failed: resolution, transport or handshake. The nested cause says which. */
public final class McpInitializationException extends McpConnectionException {

    /**
     * Creates the exception.
     * @param details what it tells
     */
    public McpInitializationException(McpErrorDetails details) {
        super(details);
    }
}
