package io.mcpclient.handler;

/**
 * Thrown by a handler to answer a request of the server with an error of its choice. Its text is sent to the server. A code
 * of one's own belongs outside of -32768 to -32000 (RPC-26).
 *
 * <p>From revision 2026-07-28 on, a server asks by its answer to a request of ours, and knows no errors: nothing is sent, and
 * the call fails with {@link io.mcpclient.error.McpRejectedException}, whose message holds the text (SMP-14, MRTR-17).
 */
public final class McpRequestRefusedException extends RuntimeException {

    private static final int USER_REJECTED = -1;

    private final int code;

    /**
     * Creates a refusal.
     * @param code JSON-RPC error code, outside of the reserved range unless the specification defines it
     * @param message one short sentence for the server
     */
    public McpRequestRefusedException(int code, String message) {
        super(message, null, false, false);
        this.code = code;
    }

    /**
     * Says that the user did not agree.
     * @return a refusal with the code of the specification, -1
     * @see "MCP 2025-11-25, client/sampling, Error Handling (SMP-13)"
     */
    public static McpRequestRefusedException byUser() {
        return new McpRequestRefusedException(USER_REJECTED, "User rejected the request");
    }

    /**
     * Returns the error code.
     * @return the JSON-RPC error code to answer with
     */
    public int code() {
        return this.code;
    }
}
