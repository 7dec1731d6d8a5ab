package io.mcpclient.handler;

/**
 * Thrown by a handler to return a specific error to the server. Its message is sent to the server. Custom codes must be
 * outside the range -32768 to -32000.
 *
 * <p>Since revision 2026-07-28, a server requests input in its response to a request of the client, and accepts no errors:
 * nothing is sent, and the call fails with {@link io.mcpclient.error.McpRejectedException}, whose message contains the
 * text.
 */
public final class McpRequestRefusedException extends RuntimeException {

    private static final int USER_REJECTED = -1;

    private final int code;

    /**
     * Creates the exception.
     * @param code JSON-RPC error code, outside the reserved range unless the specification defines it
     * @param message one short sentence for the server
     */
    public McpRequestRefusedException(int code, String message) {
        super(message, null, false, false);
        this.code = code;
    }

    /**
     * Returns an exception for a request that the user has denied.
     * @return an exception with the code of the specification, -1
     * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/client/sampling">MCP: Sampling</a>
     */
    public static McpRequestRefusedException byUser() {
        return new McpRequestRefusedException(USER_REJECTED, "User rejected the request");
    }

    /**
     * Returns the error code.
     * @return the JSON-RPC error code of the response
     */
    public int code() {
        return this.code;
    }
}
