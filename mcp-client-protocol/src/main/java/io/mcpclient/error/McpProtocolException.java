package io.mcpclient.error;

/** Thrown when the server violated the protocol or exceeded a protective limit of the client. */
public final class McpProtocolException extends McpException {

    /** The violated rule. */
    public enum Reason {

        /** The message is not JSON, not JSON-RPC, or does not match its schema. */
        MALFORMED,

        /** The response has a content type that the protocol does not define, such as an HTML page. */
        CONTENT_TYPE,

        /** A limit on size, depth, pages or length was exceeded. */
        LIMIT,

        /** The exchange completed normally without a response to the request. */
        NO_ANSWER,

        /** The server sent a redirect that is not followed: to another origin, to a page, or in a loop. */
        REDIRECT,

        /** Client and server support no common protocol revision. */
        VERSION,

        /** Content differs from what its server has announced, such as a file from its digest. */
        VERIFICATION,

        /** The server sent a value that policy rejects, such as an invalid session id. */
        SECURITY
    }

    private final Reason reason;

    /**
     * Creates the exception.
     * @param details the details of the error
     * @param reason the violated rule
     */
    public McpProtocolException(McpErrorDetails details, Reason reason) {
        super(details);
        this.reason = reason;
    }

    /**
     * Returns the violated rule.
     * @return the reason
     */
    public Reason reason() {
        return this.reason;
    }
}
