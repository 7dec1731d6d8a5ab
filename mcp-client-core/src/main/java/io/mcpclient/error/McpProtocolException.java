package io.mcpclient.error;

/** Thrown when the server broke the protocol, or a limit of ours that protects against it. */
public final class McpProtocolException extends McpException {

    /** Which rule was broken. */
    public enum Reason {

        /** Not JSON, not JSON-RPC, or not of the shape that the protocol gives the message. */
        MALFORMED,

        /** An answer of a content type that the protocol does not know, such as an HTML page. */
        CONTENT_TYPE,

        /** A limit on size, depth, pages or length was reached. */
        LIMIT,

        /** The exchange ended in good order without the answer to the request. */
        NO_ANSWER,

        /** The server redirected a request to where it is not followed: another origin, a page, or in a circle. */
        REDIRECT,

        /** No protocol revision is known to both sides. */
        VERSION,

        /** The server sent something that policy refuses, such as an illegal session id. */
        SECURITY
    }

    private final Reason reason;

    /**
     * Creates the exception.
     * @param details what it tells
     * @param reason which rule was broken
     */
    public McpProtocolException(McpErrorDetails details, Reason reason) {
        super(details);
        this.reason = reason;
    }

    /**
     * Tells which rule was broken.
     * @return the reason
     */
    public Reason reason() {
        return this.reason;
    }
}
